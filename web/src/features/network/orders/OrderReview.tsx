import { CloseButton, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { ItemStatus, NetworkOrder, OrderReviewed } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { network } from "@/text/network/network";
import { formatNumber } from "@/ui/base/format";
import { commissionText } from "./commissionText";
import { DecisionButtons } from "./DecisionButtons";

/** The outcome of an order, with the number that the list shows. */
type Reviewed = OrderReviewed & { order_id?: string };

interface Review {
  status: ItemStatus;
  list: Reviewed[];
}

/** Approves or rejects the selected orders, and shows the outcome. */
export function OrderReview({ chosen, onDone }: { chosen: NetworkOrder[]; onDone: () => void }) {
  const [result, setResult] = useState<Review | null>(null);
  const review = useCall("/network/orders_review", {
    refresh: ["/network/orders", "/network/order_info"],
    onSuccess: ({ list }, { attributes: { status } }) => {
      const numbers = new Map(chosen.map(({ oid, order_id }) => [oid, order_id]));
      setResult({
        status,
        list: list.map((row) => ({ ...row, order_id: numbers.get(row.oid) })),
      });
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
          <DecisionButtons
            count={count}
            approveAsk={network.approveOrdersAsk(count, commissionText(chosen))}
            rejectAsk={network.rejectOrdersAsk}
            busy={review.isPending}
            onDecide={(decision, close) =>
              review.mutate({ attributes: { oids, ...decision } }, { onSuccess: close })
            }
          />
        )}
      </Group>
      {result && <Result {...result} onClose={() => setResult(null)} />}
    </>
  );
}

/** The number of orders per outcome, and each refused one with its reason. */
function Result({ status, list, onClose }: Review & { onClose: () => void }) {
  const counts = new Map<string, number>();
  for (const { outcome } of list) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return (
    <Paper p="sm" role="status">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {[...counts]
              .map(([word, many]) =>
                network.reviewed(
                  formatNumber(many),
                  word === "updated" ? network.decided[status] : word,
                ),
              )
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
