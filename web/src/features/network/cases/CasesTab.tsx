import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { CaseState, NetworkCase } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import { CASE_STATES, casesInput, type TabProps } from "@/features/network/search";
import { TabPages } from "@/features/network/TabPages";
import { cases } from "@/text/reports/case";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { type Column, DataTable } from "@/ui/table/DataTable";

const ZONE = "UTC";
const LOOKS: Record<CaseState, State> = {
  open: "pending",
  info_needed: "pending",
  accepted: "approved",
  rejected: "rejected",
  withdrawn: "offline",
};

/** Cases of all publishers, those that wait for an answer first; a row opens it. */
export function CasesTab({ search, onSearch }: TabProps) {
  const answer = useQuery({
    ...query("/network/cases", casesInput(search)),
    placeholderData: keepPreviousData,
  });
  const { case_state, mcid, uid } = search;
  const go = (change: Partial<TabProps["search"]>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  const brand = useBrandChip(mcid, (value) => go({ mcid: value }));
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  return (
    <Stack gap="md">
      <FilterBar
        chips={[
          choiceChip({
            key: "state",
            name: cases.state,
            words: cases.states,
            of: CASE_STATES,
            value: case_state,
            onChange: (value) => go({ case_state: value }),
          }),
          brand,
          publisher,
        ]}
      />
      <DataTable
        name="network_cases"
        label={cases.table}
        answer={answer}
        columns={COLUMNS}
        id={({ case_id }) => case_id}
        onOpen={({ case_id }) => onSearch({ ...search, look: String(case_id) })}
        opened={search.look ?? null}
        empty={
          case_state || mcid || uid ? (
            <EmptyState
              title={cases.emptyFiltered}
              help={cases.emptyFilteredHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({ tab: "cases" })}>
                  {cases.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={cases.noneOpen} help={cases.noneOpenHelp} />
          )
        }
        pages={<TabPages data={answer.data} search={search} onSearch={onSearch} />}
      />
    </Stack>
  );
}

const COLUMNS: Array<Column<NetworkCase>> = [
  { key: "case_id", title: cases.number, cell: ({ case_id }) => case_id },
  { key: "kind", title: cases.kind, phone: "more", cell: ({ kind }) => cases.kinds[kind] },
  {
    key: "state",
    title: cases.state,
    phone: "status",
    cell: ({ state }) => <StatusBadge state={LOOKS[state]}>{cases.states[state]}</StatusBadge>,
  },
  {
    key: "amount",
    title: cases.claimed,
    numeric: true,
    phone: "figure",
    cell: ({ amount, currency }) =>
      amount === null ? "–" : <Money amount={amount} currency={currency} />,
  },
  {
    key: "accepted_amount",
    title: cases.accepted,
    numeric: true,
    cell: ({ accepted_amount, currency }) =>
      accepted_amount === null ? "–" : <Money amount={accepted_amount} currency={currency} />,
  },
  { key: "publisher", title: cases.publisher, phone: "lead", cell: (row) => row.publisher },
  { key: "brand_name", title: cases.brand, phone: "more", cell: (row) => row.brand_name },
  { key: "order_id", title: cases.order, phone: "more", cell: ({ order_id }) => order_id },
  {
    key: "opened_at",
    title: cases.opened,
    cell: (row) => <DateText value={row.opened_at} zone={ZONE} />,
  },
];
