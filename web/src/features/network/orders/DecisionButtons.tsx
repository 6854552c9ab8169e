import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OrdersReview, Reason } from "@/api/gen/types.gen";
import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { order } from "@/text/orders/order";
import { capitalize } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { LazySelect } from "@/ui/picker/LazySelect";

export type Decision = Pick<OrdersReview, "status" | "reason_code">;

interface DecisionButtonsProps {
  /** The number of orders, as shown in the question. */
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

const REASONS: Record<Reason, string> = order.reasons;

interface RejectModalProps {
  title: string;
  question: string;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onReject: (reason: Reason) => void;
}

/** Asks why orders are rejected. */
function RejectModal(props: RejectModalProps) {
  const { title, question, opened, busy, onClose, onReject } = props;
  const [reason, setReason] = useState<Reason>("order_cancelled");
  return (
    <LazyModal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <Text>{question}</Text>
        <LazySelect
          label={network.reasonCode}
          data={Object.entries(REASONS).map(([value, words]) => ({
            value,
            label: capitalize(words),
          }))}
          value={reason}
          onChange={(value) => setReason(value as Reason)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={() => onReject(reason)}>
            {title}
          </Button>
        </Group>
      </Stack>
    </LazyModal>
  );
}
