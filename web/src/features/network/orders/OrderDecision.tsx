import { Group } from "@mantine/core";

import type { ItemStatus, NetworkOrderInfo } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { network } from "@/text/network/network";
import { toast } from "@/ui/feedback/toasts";
import { commissionText } from "./commissionText";
import { DecisionButtons } from "./DecisionButtons";

/** Approves or rejects what of an order is pending, and leaves its other items as they are. */
export function OrderDecision({ info }: { info: NetworkOrderInfo }) {
  const { uid, mcid, order_id, currency, items = [] } = info;
  const review = useCall("/network/orders_review", {
    refresh: ["/network/orders", "/network/order_info"],
    onSuccess: ({ list: [reviewed] }, { attributes: { status } }) => {
      if (reviewed?.outcome === "updated") {
        toast.success(network.reviewed("1", network.decided[status]));
      } else {
        toast.error(network.nothingPending);
      }
    },
  });
  const pending = items.filter(({ status }) => status === PENDING);
  if (pending.length === 0) return null;
  const filter = { uid, mcid, order_id, status: PENDING };
  return (
    <Group gap="sm">
      <DecisionButtons
        count="1"
        approveAsk={network.approvePendingAsk(
          commissionText(pending.map(({ sale_comm }) => ({ sale_comm, currency }))),
        )}
        rejectAsk={network.rejectPendingAsk}
        busy={review.isPending}
        onDecide={(attributes, close) =>
          review.mutate({ attributes, filter }, { onSuccess: close })
        }
      />
    </Group>
  );
}

const PENDING: ItemStatus = "Pending";
