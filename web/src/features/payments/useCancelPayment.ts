import { useCall } from "@/api/query";
import { payment as words } from "@/text/payments/payment";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { REFRESHED } from "./failedPayment";

/** Cancels a payment after the user has confirmed it. */
export function useCancelPayment() {
  const cancel = useCall("/payments/cancel", {
    refresh: REFRESHED,
    onSuccess: () => toast.success(words.cancelled),
  });
  const ask = (payment_id: number) =>
    openConfirm({
      title: words.cancelTitle,
      question: words.cancelAsk,
      confirm: words.cancel,
      keep: words.keep,
      onConfirm: () => cancel.mutate({ attributes: { payment_id } }),
    });
  return { ask, busy: cancel.isPending };
}
