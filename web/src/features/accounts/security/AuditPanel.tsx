import { Stack, Text, Title } from "@mantine/core";
import type { AuditEntry, By } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { actions, locks, refusals } from "@/text/accounts/activity";
import { security } from "@/text/accounts/security";
import { table } from "@/text/core/table";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, DataTable } from "@/ui/table/DataTable";

import { locationOf } from "./locationOf";
import { type AuditSearch, auditInput } from "./searchParams";

const DONE = new Set(["ok", "bound"]);
const WHO: Record<By, string> = {
  you: security.you,
  member: security.member,
  network: security.network,
  unknown: security.somebody,
};
const LOCK = "/network/account_lock";

interface AuditPanelProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
}

/** The activity of the account, by its owner and by the network. */
export function AuditPanel({ search, onSearch }: AuditPanelProps) {
  const { time_zone: zone } = useUser();
  const ask = auditInput(search);
  const answer = useSteadyQuery("/user/audit", ask);
  return (
    <Stack gap="sm" component="section" aria-label={security.log}>
      <div>
        <Title order={2} size="h3">
          {security.log}
        </Title>
        <Hint>{table.times(zone)}</Hint>
      </div>
      <DataTable
        name="audit"
        label={security.logTable}
        answer={answer}
        columns={columns(zone)}
        id={(entry) => `${entry.at} ${entry.action}`}
        expected={5}
        empty={<EmptyState title={security.logEmpty} help={security.logEmptyHelp} />}
        page={{ perPage: search.perPage ?? 10, cursor: search.cursor }}
        onPage={onSearch}
      />
    </Stack>
  );
}

/** An action in words: a lock says whether it was set or lifted, and the network's reason. */
function ActionText({ action, details }: AuditEntry) {
  return (
    <Stack gap={0}>
      <Text span inherit>
        {locks[action === LOCK ? (details.kind ?? "") : ""] ??
          actions[action] ??
          security.otherAction}
      </Text>
      {details.reason && <Hint span>{details.reason}</Hint>}
    </Stack>
  );
}

function columns(zone: string): Array<Column<AuditEntry>> {
  return [
    {
      key: "at",
      title: security.at,
      width: 168,
      cell: ({ at }) => formatDateTime(at, zone),
      phone: "more",
    },
    { key: "action", title: security.what, cell: ActionText, phone: "lead" },
    {
      key: "result",
      title: security.outcome,
      phone: "status",
      // What went well is the rule, and quiet.
      cell: ({ result }) =>
        DONE.has(result) ? (
          <Text span inherit c="dimmed">
            {security.done}
          </Text>
        ) : result === "called" ? (
          <StatusBadge state="offline">{security.called}</StatusBadge>
        ) : (
          <StatusBadge state="rejected">{refusals[result] ?? security.refused}</StatusBadge>
        ),
    },
    {
      key: "by",
      title: security.who,
      phone: "more",
      cell: ({ by, person, details }) => {
        const who = (by === "member" && person) || WHO[by];
        return details.agent ? security.byAgent(who, details.agent) : who;
      },
    },
    {
      key: "ip",
      title: security.from,
      cell: (entry) => (entry.by === "network" ? "" : locationOf(entry)),
    },
  ];
}
