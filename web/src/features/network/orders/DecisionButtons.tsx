import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { OrdersReview, Reason } from "@/api/gen/types.gen";
import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { order } from "@/text/orders/order";
import { capitalize } from "@/ui/base/format";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { LazySelect } from "@/ui/picker/LazySelect";

export type Decision = Pick<OrdersReview, "status" | "reason_code" | "note">;

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
        onReject={(reason_code, note) =>
          onDecide({ status: "Rejected", reason_code, ...(note && { note }) }, close)
        }
      />
    </>
  );
}

const REASONS: Record<Reason, string> = order.reasons;
/** The reasons that say nothing without a note. */
const NEEDS_NOTE: Reason[] = ["terms_breach", "other"];

interface RejectModalProps {
  title: string;
  question: string;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onReject: (reason: Reason, note: string) => void;
}

/** Asks why orders are rejected. */
function RejectModal(props: RejectModalProps) {
  const { title, question, opened, busy, onClose, onReject } = props;
  const [reason, setReason] = useState<Reason | null>(null);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const noteError =
    tried && reason && NEEDS_NOTE.includes(reason) && !note.trim() && network.noteNeeded;
  const reject = () => {
    setTried(true);
    if (!reason || (NEEDS_NOTE.includes(reason) && !note.trim())) return;
    onReject(reason, note.trim());
  };
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
          placeholder={network.reasonHint}
          value={reason}
          error={tried && !reason && network.reasonMissing}
          onChange={(value) => setReason(value as Reason | null)}
        />
        <Textarea
          name="note"
          label={
            reason && NEEDS_NOTE.includes(reason) ? (
              network.rejectNote
            ) : (
              <OptionalLabel>{network.rejectNote}</OptionalLabel>
            )
          }
          rows={3}
          maxLength={255}
          value={note}
          {...withHelp(network.rejectNoteHelp, noteError)}
          error={noteError}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={reject}>
            {title}
          </Button>
        </Group>
      </Stack>
    </LazyModal>
  );
}
