import { Stack } from "@mantine/core";
import type { AlertTask, NetworkAlert } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import { pageAfter, type TabProps } from "@/features/network/searchParams";
import { networkAlerts as words } from "@/text/network/alerts";
import { alert as common } from "@/text/reports/alert";
import { costPerDay, costSoFar } from "@/ui/alert/alertWords";
import { formatDayIn } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { chipsOf, choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { countColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { KINDS, type NetworkAlertsSearch, networkAlertsInput, TASK_STATES } from "./searchParams";

export const TASK_LOOKS: Record<AlertTask["state"], State> = {
  open: "rejected",
  in_progress: "pending",
  done: "approved",
};

/**
 * The alerts of all publishers, one row per brand, kind and cause; a row opens its publishers and
 * the network's task.
 */
export function AlertsTab({ search, onSearch }: TabProps<NetworkAlertsSearch>) {
  const { time_zone: zone } = useUser();
  const answer = useSteadyQuery("/network/alerts", networkAlertsInput(search));
  const { kind, task, mcid, uid } = search;
  const go = (change: Partial<NetworkAlertsSearch>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  const brand = useBrandChip(mcid, (value) => go({ mcid: value }));
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  return (
    <Stack>
      <FilterBar
        chips={[
          chipsOf(search, go).choice("task", words.task, words.tasks, TASK_STATES),
          choiceChip({
            key: "kind",
            name: words.what,
            words: common.kinds as Record<string, string>,
            of: KINDS.map(String),
            value: kind?.toString(),
            onChange: (picked) => go({ kind: KINDS.find((each) => String(each) === picked) }),
          }),
          brand,
          publisher,
        ]}
      />
      <DataTable
        name="network_alerts"
        label={words.table}
        answer={answer}
        columns={columnsOf(zone)}
        hiddenByDefault={["alerts"]}
        id={({ key }) => key}
        onOpen={({ key }) => onSearch({ ...search, look: key })}
        opened={search.look ?? null}
        empty={
          <EmptyList
            words={words}
            onClear={!!(kind || task || mcid || uid) && (() => onSearch({}))}
          />
        }
        page={pageAfter(search)}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

const columnsOf = (zone: string): Array<Column<NetworkAlert>> => [
  { key: "kind", title: words.what, cell: ({ kind }) => common.kinds[kind] },
  {
    key: "brand_name",
    title: words.brand,
    phone: "more",
    cell: ({ brand_name }) => brand_name ?? words.noBrand,
  },
  {
    key: "publisher",
    title: words.publishers,
    phone: "more",
    cell: ({ publisher, publishers }) => publisher ?? common.publishers(publishers),
  },
  {
    key: "money_at_risk",
    title: words.cost,
    numeric: true,
    phone: "figure",
    cell: ({ money_at_risk: risk }) => (risk ? costSoFar(risk) : "–"),
  },
  {
    key: "per_day",
    title: words.perDay,
    numeric: true,
    cell: ({ money_at_risk: risk }) => (risk ? costPerDay(risk) : "–"),
  },
  countColumn("alerts", common.title),
  { key: "since", title: words.since, cell: ({ since }) => formatDayIn(since, zone) },
  {
    key: "task",
    title: words.task,
    phone: "status",
    cell: ({ task }) =>
      task ? (
        <StatusBadge state={TASK_LOOKS[task.state]}>{words.tasks[task.state]}</StatusBadge>
      ) : (
        <Hint span>{words.mendedByPublishers}</Hint>
      ),
  },
];
