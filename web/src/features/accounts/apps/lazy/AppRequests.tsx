import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AgentRequestRow } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { requestState } from "@/features/accounts/apps/requestState";
import { appRequests as words } from "@/text/accounts/appRequests";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { RowList } from "@/ui/table/RowList";

/** What the user's apps asked for in the last 30 days; nothing if they asked for nothing. */
export function AppRequests() {
  const { data } = useQuery(query("/agents/requests"));
  if (!data?.list.length) return null;
  const waiting = data.list.filter(({ state }) => state === "pending").length;
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <Text fw={500}>{words.list}</Text>
        {waiting > 0 && <StatusBadge state="pending">{words.waiting(waiting)}</StatusBadge>}
      </Group>
      <RowList label={words.list}>
        {data.list.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </RowList>
    </Stack>
  );
}

function RequestRow({ request }: { request: AgentRequestRow }) {
  const { time_zone: zone } = useUser();
  const { id, app, path, created_at } = request;
  const { look, label } = requestState(request);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} miw={0}>
        <AnchorLink to="/agents/$id" params={{ id: String(id) }} size="sm">
          {words.asks(app, words.calls[path] ?? path)}
        </AnchorLink>
        <Hint size="sm">{words.asked(formatDateTime(created_at, zone))}</Hint>
      </Stack>
      <StatusBadge state={look}>{label}</StatusBadge>
    </Group>
  );
}
