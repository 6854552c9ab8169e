import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { postback as words } from "@/text/publisher/postback";
import { StatusBadge } from "@/ui/base/StatusBadge";

const POLL = 700;

/** What became of a test: status and time, never what the receiver answered. */
export function TestOutcome({ id }: { id: string }) {
  const { data } = useQuery({
    ...query("/postback/deliveries", { filter: { delivery_id: id } }),
    refetchInterval: ({ state }) => (state.data?.list[0]?.state === "waiting" ? POLL : false),
  });
  const delivery = data?.list[0];
  return (
    <span role="status">
      {(!delivery || delivery.state === "waiting") && <Text c="dimmed">{words.testing}</Text>}
      {delivery?.state === "delivered" && (
        <StatusBadge state="approved">
          {words.testDelivered(delivery.status_code ?? 0, delivery.ms ?? 0)}
        </StatusBadge>
      )}
      {delivery?.state === "failed" && (
        <StatusBadge state="rejected">
          {[words.testFailed, delivery.status_code, delivery.error && words.errors[delivery.error]]
            .filter(Boolean)
            .join(", ")}
        </StatusBadge>
      )}
    </span>
  );
}
