import { Button, Group } from "@mantine/core";
import { useState } from "react";

import type { ItemStatus, NetworkOrderInfo } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { network } from "@/text/network/network";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { commissionText } from "./commissionText";
import { RejectModal } from "./RejectModal";

/** Approves or rejects what of an order is pending, and leaves its other items as they are. */
export function OrderDecision({ info }: { info: NetworkOrderInfo }) {
  const { uid, mcid, order_id, currency, items = [] } = info;
  const [rejecting, setRejecting] = useState(false);
  const review = useCall("/network/orders_review", {
    refresh: ["/network/orders", "/network/order_info"],
    onSuccess: ({ list: [reviewed] }, { attributes: { status } }) => {
      setRejecting(false);
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
  const question = network.approvePendingAsk(
    commissionText(pending.map(({ sale_comm }) => ({ sale_comm, currency }))),
  );
  return (
    <Group gap="sm">
      <Button
        size="xs"
        loading={review.isPending}
        onClick={() =>
          openConfirm({
            title: network.approveOrdersTitle("1"),
            question,
            confirm: network.approveOrdersTitle("1"),
            onConfirm: () => review.mutate({ attributes: { status: "Approved" }, filter }),
          })
        }
      >
        {network.approveOrders}
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={review.isPending}
        onClick={() => setRejecting(true)}
      >
        {network.rejectOrders}
      </Button>
      <RejectModal
        title={network.rejectOrdersTitle("1")}
        question={network.rejectPendingAsk}
        opened={rejecting}
        busy={review.isPending}
        onClose={() => setRejecting(false)}
        onReject={(reason_code) =>
          review.mutate({ attributes: { status: "Rejected", reason_code }, filter })
        }
      />
    </Group>
  );
}

const PENDING: ItemStatus = "Pending";
