import { Button, CloseButton, Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { NetworkOrder, OrderReviewed, Reason } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { common } from "@/text/core/common";
import { network } from "@/text/network/network";
import { order } from "@/text/publisher/order";
import { formatNumber } from "@/ui/base/format";
import { LazyModal } from "@/ui/overlay/LazyModal";

interface OrderReviewProps {
  chosen: NetworkOrder[];
  onDone: () => void;
}

/** What became of an order, with the number that the list shows. */
type Reviewed = OrderReviewed & { order_id?: string };

const REASONS: Record<Reason, string> = order.reasons;

/** Approves or rejects what was chosen, and says what became of it. */
export function OrderReview({ chosen, onDone }: OrderReviewProps) {
  const [rejecting, setRejecting] = useState(false);
  const [result, setResult] = useState<Reviewed[] | null>(null);
  const review = useCall("/network/orders_review", {
    refresh: ["/network/orders"],
    onSuccess: ({ list }) => {
      const numbers = new Map(chosen.map(({ oid, order_id }) => [oid, order_id]));
      setRejecting(false);
      setResult(list.map((row) => ({ ...row, order_id: numbers.get(row.oid) })));
      onDone();
    },
  });
  const oids = chosen.map(({ oid }) => oid);
  const count = formatNumber(oids.length);
  return (
    <>
      <Group gap="sm" mih={32}>
        <Text size="sm" c={oids.length > 0 ? undefined : "dimmed"} role="status">
          {oids.length > 0 ? network.chosen(count) : network.chooseFirst}
        </Text>
        {oids.length > 0 && (
          <>
            <Button
              size="xs"
              loading={review.isPending}
              onClick={() => review.mutate({ attributes: { oids, status: "Approved" } })}
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
          </>
        )}
      </Group>
      {result && <Result list={result} onClose={() => setResult(null)} />}
      <RejectModal
        count={count}
        opened={rejecting}
        busy={review.isPending}
        onClose={() => setRejecting(false)}
        onReject={(reason_code) =>
          review.mutate({ attributes: { oids, status: "Rejected", reason_code } })
        }
      />
    </>
  );
}

interface RejectModalProps {
  count: string;
  opened: boolean;
  busy: boolean;
  onClose: () => void;
  onReject: (reason: Reason) => void;
}

function RejectModal({ count, opened, busy, onClose, onReject }: RejectModalProps) {
  const [reason, setReason] = useState<Reason>("order_cancelled");
  return (
    <LazyModal opened={opened} onClose={onClose} title={network.rejectOrdersTitle(count)}>
      <Stack gap="md">
        <Text>{network.rejectOrdersAsk}</Text>
        <Select
          label={network.reasonCode}
          data={Object.entries(REASONS).map(([value, words]) => ({
            value,
            label: words.charAt(0).toUpperCase() + words.slice(1),
          }))}
          allowDeselect={false}
          value={reason}
          onChange={(value) => setReason(value as Reason)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button color="red" loading={busy} onClick={() => onReject(reason)}>
            {network.rejectOrdersTitle(count)}
          </Button>
        </Group>
      </Stack>
    </LazyModal>
  );
}

/** The number of orders per outcome, and each refused one with its reason. */
function Result({ list, onClose }: { list: Reviewed[]; onClose: () => void }) {
  const counts = new Map<string, number>();
  for (const { outcome } of list) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return (
    <Paper p="sm" role="status">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {[...counts]
              .map(([word, many]) => network.reviewed(formatNumber(many), word))
              .join(", ")}
          </Text>
          {list
            .filter(({ reason }) => reason)
            .map(({ oid, order_id, reason }) => (
              <Text key={oid} size="sm" c="dimmed">
                {order_id ?? oid}: {reason}
              </Text>
            ))}
        </Stack>
        <CloseButton size="sm" aria-label={network.dismiss} onClick={onClose} />
      </Group>
    </Paper>
  );
}
