import { Button, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { OrderCase } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { cases } from "@/text/reports/case";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip, textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

import { CASE_LOOKS, type CaseSearch, casesInput, KINDS, STATES } from "./search";

interface CaseListProps {
  search: CaseSearch;
  zone: string;
  onSearch: (search: CaseSearch) => void;
}

/** The publisher's cases, newest first; a row opens its steps. */
export function CaseList({ search, zone, onSearch }: CaseListProps) {
  const answer = useQuery({
    ...query("/reports/case_list", casesInput(search)),
    placeholderData: keepPreviousData,
  });
  const { kind, state, oid, perPage } = search;
  const go = (change: CaseSearch) => onSearch({ ...search, curPage: undefined, ...change });
  const filtered = kind ?? state ?? oid;
  return (
    <Stack gap="md">
      <FilterBar
        chips={[
          choiceChip({
            key: "state",
            name: cases.state,
            words: cases.states,
            of: STATES,
            value: state,
            onChange: (value) => go({ state: value }),
          }),
          choiceChip({
            key: "kind",
            name: cases.kind,
            words: cases.kinds,
            of: KINDS,
            value: kind,
            onChange: (value) => go({ kind: value }),
          }),
          ...(oid
            ? [textChip("oid", cases.ofOrder, String(oid), () => go({ oid: undefined }))]
            : []),
        ]}
      />
      <DataTable
        name="cases"
        label={cases.table}
        answer={answer}
        columns={caseColumns(zone)}
        id={({ case_id }) => case_id}
        opened={search.case ?? null}
        onOpen={({ case_id }) => onSearch({ ...search, case: case_id })}
        empty={
          filtered ? (
            <EmptyState
              title={cases.emptyFiltered}
              help={cases.emptyFilteredHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({ perPage })}>
                  {cases.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={cases.empty}
              help={cases.emptyHelp}
              action={
                <Button size="xs" variant="default" onClick={() => go({ add: "missing" })}>
                  {cases.report}
                </Button>
              }
            />
          )
        }
        pages={
          <PageControls
            {...parsePaging({ ...search })}
            total={answer.data?.total ?? 0}
            onChange={(page) => onSearch({ ...search, ...page })}
          />
        }
      />
    </Stack>
  );
}

function caseColumns(zone: string): Array<Column<OrderCase>> {
  return [
    { key: "case_id", title: cases.number, phone: "more", cell: ({ case_id }) => case_id },
    { key: "kind", title: cases.kind, phone: "more", cell: ({ kind }) => cases.kinds[kind] },
    { key: "brand_name", title: cases.brand, phone: "lead", cell: (row) => row.brand_name },
    {
      key: "state",
      title: cases.state,
      phone: "status",
      cell: ({ state }) => (
        <StatusBadge state={CASE_LOOKS[state]}>{cases.states[state]}</StatusBadge>
      ),
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
    { key: "order_id", title: cases.order, cell: ({ order_id }) => order_id },
    {
      key: "opened_at",
      title: cases.opened,
      cell: (row) => <DateText value={row.opened_at} zone={zone} />,
    },
    {
      key: "updated_at",
      title: cases.changed,
      cell: (row) => <DateText value={row.updated_at} zone={zone} />,
    },
  ];
}
