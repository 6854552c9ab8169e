import { Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { AuditEntry } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user";
import { actions, locks, refusals } from "@/text/account/activity";
import { login } from "@/text/account/login";
import { table } from "@/text/core/table";
import { moment } from "@/ui/base/format";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { CursorPages } from "@/ui/table/Pages";

import { placeOf } from "./place";
import { auditAsk, type LoginSearch } from "./search";

const DONE = new Set(["ok", "bound"]);
const LOCK = "/network/account_lock";

interface AuditPanelProps {
  search: LoginSearch;
  onSearch: (search: LoginSearch) => void;
}

/** What was done with the account, by its owner and by the network. */
export function AuditPanel({ search, onSearch }: AuditPanelProps) {
  const { time_zone: zone } = useUser();
  const ask = auditAsk(search);
  const answer = useQuery({ ...query("/user/audit", ask), placeholderData: keepPreviousData });
  return (
    <Stack gap="sm" component="section" aria-label={login.log}>
      <div>
        <Title order={2} size="h3">
          {login.log}
        </Title>
        <Text size="xs" c="dimmed">
          {table.times(zone)}
        </Text>
      </div>
      <DataTable
        name="audit"
        label={login.logTable}
        answer={answer}
        columns={columns(zone)}
        id={(entry) => `${entry.at} ${entry.action}`}
        expected={5}
        empty={<EmptyState title={login.logEmpty} help={login.logEmptyHelp} />}
        pages={
          <CursorPages
            perPage={search.perPage ?? 10}
            cursor={search.cursor}
            next={answer.data?.next ?? null}
            total={answer.data?.total}
            onChange={onSearch}
          />
        }
      />
    </Stack>
  );
}

/** What was done, in words: a lock says which way it went, the network why. */
function What({ action, details }: AuditEntry) {
  return (
    <Stack gap={0}>
      <Text span inherit>
        {locks[action === LOCK ? (details.kind ?? "") : ""] ?? actions[action] ?? action}
      </Text>
      {details.reason && (
        <Text span size="xs" c="dimmed">
          {details.reason}
        </Text>
      )}
    </Stack>
  );
}

function columns(zone: string): Array<Column<AuditEntry>> {
  return [
    { key: "at", title: login.at, width: 168, cell: ({ at }) => moment(at, zone) },
    { key: "action", title: login.what, cell: What },
    {
      key: "result",
      title: login.outcome,
      cell: ({ result }) =>
        DONE.has(result) ? (
          <StatusBadge state="approved">{login.done}</StatusBadge>
        ) : result === "called" ? (
          <StatusBadge state="offline">{login.called}</StatusBadge>
        ) : (
          <StatusBadge state="rejected">{refusals[result] ?? login.refused}</StatusBadge>
        ),
    },
    { key: "by", title: login.who, cell: ({ by }) => (by === "you" ? login.you : login.network) },
    {
      key: "ip",
      title: login.from,
      cell: (entry) => (entry.by === "you" ? placeOf(entry) : ""),
    },
  ];
}
