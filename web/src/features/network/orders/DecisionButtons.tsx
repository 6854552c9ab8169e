import { Button } from "@mantine/core";
import { useState } from "react";

import type { OrdersReview } from "@/api/gen/types.gen";
import { network } from "@/text/network/network";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { RejectModal } from "./RejectModal";

export type Decision = Pick<OrdersReview, "status" | "reason_code">;

interface DecisionButtonsProps {
  /** Of the orders, as it is shown. */
  count: string;
  approveAsk: string;
  rejectAsk: string;
  busy: boolean;
  /** `close` ends the question once the decision has been taken. */
  onDecide: (decision: Decision, close: () => void) => void;
}

/** Approves orders, or asks why they are rejected. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { count, approveAsk, rejectAsk, busy, onDecide } = props;
  const [rejecting, setRejecting] = useState(false);
  const close = () => setRejecting(false);
  const title = network.approveOrdersTitle(count);
  return (
    <>
      <Button
        size="xs"
        loading={busy}
        onClick={() =>
          openConfirm({
            title,
            question: approveAsk,
            confirm: title,
            onConfirm: () => onDecide({ status: "Approved" }, close),
          })
        }
      >
        {network.approveOrders}
      </Button>
      <Button size="xs" variant="default" disabled={busy} onClick={() => setRejecting(true)}>
        {network.rejectOrders}
      </Button>
      <RejectModal
        title={network.rejectOrdersTitle(count)}
        question={rejectAsk}
        opened={rejecting}
        busy={busy}
        onClose={close}
        onReject={(reason_code) => onDecide({ status: "Rejected", reason_code }, close)}
      />
    </>
  );
}
