import { useCall } from "@/api/query";
import { sandbox as words } from "@/text/accounts/sandbox";
import { toast } from "@/ui/feedback/toasts";

/** Leads an order on, and loads anew what that changes. */
export function useAdvance() {
  return useCall("/sandbox/advance", {
    refresh: ["/sandbox/lives", "/sandbox/mails", "/reports/transaction"],
    onSuccess: ({ order_id, left }) =>
      toast.success(left.length > 0 ? words.began(order_id) : words.done(order_id)),
  });
}
