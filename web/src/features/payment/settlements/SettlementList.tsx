import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { PaymentDetail, Settlement } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { PaymentFacts } from "@/features/payment/PaymentFacts";
import { ProofPanel } from "@/features/payment/ProofPanel";
import {
  type DetailsSearch,
  detailsInput,
  SETTLEMENT_STATES,
  settlementsInput,
} from "@/features/payment/search";
import { payment as words } from "@/text/publisher/payment";
import { formatMonth } from "@/ui/base/format";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { SETTLEMENT_LOOKS } from "@/ui/base/moneyLooks";
import { Money, Num } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";

interface SettlementListProps {
  search: DetailsSearch;
  onSearch: (search: DetailsSearch) => void;
}

type Row = Settlement | PaymentDetail;

const columns: Array<Column<Row>> = [
  {
    key: "brand_name",
    title: words.brandOrReason,
    cell: ({ brand_name, note }) => brand_name ?? (note || words.noBrand),
  },
  {
    key: "amount",
    title: words.amount,
    numeric: true,
    phone: "figure",
    cell: (row) => <Money amount={row.amount} currency={row.currency} />,
  },
  {
    key: "period",
    title: words.period,
    phone: "more",
    cell: ({ period }) => formatMonth(`${period}-01`),
  },
  { key: "type", title: words.type, phone: "more", cell: ({ type }) => words.types[type] },
  {
    key: "settlement_id",
    title: words.settlement,
    cell: ({ settlement_id, payment_id }) => (
      <AnchorLink
        to="/payments/details"
        search={{ settlement_id, payment_id: payment_id ?? undefined }}
        inherit
      >
        {settlement_id}
      </AnchorLink>
    ),
  },
  { key: "orders", title: words.orders, numeric: true, cell: (row) => <Num value={row.orders} /> },
];
const stateColumn: Column<Settlement> = {
  key: "state",
  title: words.status,
  phone: "status",
  cell: ({ state }) => (
    <StatusBadge state={SETTLEMENT_LOOKS[state]}>{words.settlementStates[state]}</StatusBadge>
  ),
};
const paymentColumn: Column<Settlement> = {
  key: "payment_id",
  title: words.number,
  cell: ({ payment_id }) =>
    payment_id !== null && (
      <AnchorLink to="/payments/details" search={{ payment_id }} inherit>
        {payment_id}
      </AnchorLink>
    ),
};

/** All settlements of the publisher, with their states. */
export function SettlementList({ search, onSearch }: SettlementListProps) {
  const ask = settlementsInput(search);
  const answer = useQuery({
    ...query("/payments/settlements", ask),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <FilterBar
        chips={[
          choiceChip({
            key: "state",
            name: words.status,
            words: words.settlementStates,
            of: SETTLEMENT_STATES,
            value: search.state,
            onChange: (state) => onSearch({ ...search, state, curPage: undefined }),
          }),
        ]}
      />
      <DataTable
        name="settlements"
        label={words.settlements}
        answer={answer}
        columns={[...columns.slice(0, 1), stateColumn, ...columns.slice(1), paymentColumn]}
        id={({ settlement_id }) => settlement_id}
        empty={
          search.state ? (
            <EmptyState
              title={words.noSettlementMatch}
              help={words.noMatchHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({})}>
                  {words.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={words.noSettlements} help={words.noSettlementsHelp} />
          )
        }
        pages={
          answer.data && (
            <PageControls
              {...ask.page}
              total={answer.data.total}
              onChange={(page) => onSearch({ ...search, ...page })}
            />
          )
        }
      />
    </>
  );
}

/** The settlements of one payment, with the proof that they add up. */
export function PaymentParts({ search, onSearch }: SettlementListProps) {
  const ask = detailsInput(search);
  const answer = useQuery({
    ...query("/payments/details", ask),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      {search.payment_id && <PaymentFacts payment_id={search.payment_id} />}
      {answer.data?.proof.map((proof) => (
        <ProofPanel key={proof.payment_id} proof={proof} />
      ))}
      <DataTable
        name="payment_parts"
        label={words.settlements}
        answer={answer}
        columns={columns}
        id={({ settlement_id }) => settlement_id}
        empty={
          <EmptyState
            title={words.noMatch}
            help={words.noMatchHelp}
            action={
              <ButtonLink size="xs" variant="default" to="/payments/summary">
                {words.payments}
              </ButtonLink>
            }
          />
        }
        pages={
          answer.data && (
            <PageControls
              {...ask.page}
              total={answer.data.total}
              onChange={(page) => onSearch({ ...search, ...page })}
            />
          )
        }
      />
    </>
  );
}
