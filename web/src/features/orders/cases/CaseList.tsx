import { Stack } from "@mantine/core";
import type { OrderCase } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { cases } from "@/text/orders/case";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf, textChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { codeColumn, dateColumn, moneyColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";

import { CASE_LOOKS, type CaseSearch, casesInput, KINDS, STATES } from "./searchParams";

interface CaseListProps {
  search: CaseSearch;
  zone: string;
  onSearch: (search: CaseSearch) => void;
}

/** The publisher's cases, newest first; a row opens its steps. */
export function CaseList({ search, zone, onSearch }: CaseListProps) {
  const user = useUser();
  const answer = useSteadyQuery("/reports/case_list", casesInput(search));
  const { kind, state, oid, perPage } = search;
  const go = (change: CaseSearch) => onSearch({ ...search, curPage: undefined, ...change });
  const filtered = kind ?? state ?? oid;
  const chip = chipsOf(search, go);
  return (
    <Stack>
      <FilterBar
        chips={[
          chip.choice("state", cases.state, cases.states, STATES),
          chip.choice("kind", cases.kind, cases.kinds, KINDS),
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
              button={{ label: cases.clear, onClick: () => onSearch({ perPage }) }}
            />
          ) : (
            <EmptyState
              title={cases.empty}
              help={cases.emptyHelp}
              button={
                hasPermission(user, "case.edit")
                  ? { label: cases.report, onClick: () => go({ add: "missing" }) }
                  : undefined
              }
            />
          )
        }
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

function caseColumns(zone: string): Array<Column<OrderCase>> {
  return [
    textColumn("case_id", cases.number, { phone: "more" }),
    { key: "kind", title: cases.kind, phone: "lead", cell: ({ kind }) => cases.kinds[kind] },
    textColumn("brand_name", cases.brand, { phone: "more" }),
    stateColumn("state", cases.state, CASE_LOOKS, cases.states),
    moneyColumn("amount", cases.claimed, { phone: "figure" }),
    moneyColumn("accepted_amount", cases.accepted),
    codeColumn("order_id", cases.order),
    dateColumn("opened_at", cases.opened, zone),
    dateColumn("updated_at", cases.changed, zone),
  ];
}
