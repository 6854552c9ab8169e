import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { query, useCall } from "@/api/query";
import { payment as words } from "@/text/publisher/payment";
import { formatMoney } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";

/** Requests a payment of all that can be withdrawn; not there while there is too little. */
export function RequestButton() {
  const { data } = useQuery(query("/payments/balance"));
  const request = useCall("/payments/request", {
    refresh: ["/payments/balance", "/payments/summary", "/payments/settlements"],
    onSuccess: ({ net, currency }) => toast.success(words.requested(formatMoney(net, currency))),
  });
  if (!data || Number(data.withdrawable) < Number(data.minimum)) return null;
  return (
    <Button
      loading={request.isPending}
      onClick={() =>
        openConfirm({
          title: words.requestTitle,
          question: words.requestAsk(formatMoney(data.withdrawable, data.currency)),
          confirm: words.request,
          onConfirm: () => request.mutate({ attributes: {} }),
        })
      }
    >
      {words.request}
    </Button>
  );
}
