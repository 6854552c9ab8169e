import { Stack } from "@mantine/core";
import type { CaseState, NetworkCase } from "@/api/gen/types.gen";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import type { TabProps } from "@/features/network/searchParams";
import { pageAfter } from "@/features/network/searchParams";
import { cases } from "@/text/orders/case";
import type { State } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { codeColumn, dateColumn, moneyColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { CASE_STATES, type CasesSearch, casesInput } from "./searchParams";

const ZONE = "UTC";
const LOOKS: Record<CaseState, State> = {
  open: "pending",
  info_needed: "pending",
  accepted: "approved",
  rejected: "rejected",
  withdrawn: "offline",
};

/** Cases of all publishers, those that wait for an answer first; a row opens it. */
export function CasesTab({ search, onSearch }: TabProps<CasesSearch>) {
  const answer = useSteadyQuery("/network/cases", casesInput(search));
  const { case_state, mcid, uid } = search;
  const go = (change: Partial<CasesSearch>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  const brand = useBrandChip(mcid, (value) => go({ mcid: value }));
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  const chip = chipsOf(search, go);
  return (
    <Stack>
      <FilterBar
        chips={[
          chip.choice("case_state", cases.state, cases.states, CASE_STATES),
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
              button={{ label: cases.clear, onClick: () => onSearch({}) }}
            />
          ) : (
            <EmptyState title={cases.noneOpen} help={cases.noneOpenHelp} />
          )
        }
        page={pageAfter(search)}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

const COLUMNS: Array<Column<NetworkCase>> = [
  textColumn("case_id", cases.number),
  { key: "kind", title: cases.kind, phone: "more", cell: ({ kind }) => cases.kinds[kind] },
  stateColumn("state", cases.state, LOOKS, cases.states),
  moneyColumn("amount", cases.claimed, { phone: "figure" }),
  moneyColumn("accepted_amount", cases.accepted),
  textColumn("publisher", cases.publisher, { phone: "lead" }),
  textColumn("brand_name", cases.brand, { phone: "more" }),
  codeColumn("order_id", cases.order, { phone: "more" }),
  dateColumn("opened_at", cases.opened, ZONE),
];
