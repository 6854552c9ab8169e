import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { Payment, PaymentDetail, PaymentProof, Settlement } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { ExpectedDate } from "@/features/payments/ExpectedDate";
import { detailsInput, paymentInput, settlementsInput } from "@/features/payments/inputs";
import { PaymentFacts } from "@/features/payments/PaymentFacts";
import { type DetailsSearch, SETTLEMENT_STATES } from "@/features/payments/searchParams";
import { payment as words } from "@/text/payments/payment";
import { formatShortMonth } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { SETTLEMENT_LOOKS } from "@/ui/base/paymentLooks";
import { EmptyList, EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { Panel } from "@/ui/layout/Panel";
import { ProofSum } from "@/ui/money/ProofSum";
import { ChannelBrandSelect } from "@/ui/picker/ChannelBrandSelect";
import { countColumn, moneyColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";

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
  moneyColumn("amount", words.amount, { phone: "figure" }),
  {
    key: "period",
    title: words.period,
    phone: "more",
    cell: ({ period }) => formatShortMonth(`${period}-01`),
  },
  { key: "type", title: words.type, cell: ({ type }) => words.types[type] },
  textColumn("settlement_id", words.settlement),
  countColumn("orders", words.orders),
];
/** The orders of a settlement, below the payment it is in. */
const linkOf = ({ settlement_id, payment_id }: Row): LinkProps => ({
  to: "/payments/details",
  search: { settlement_id, payment_id: payment_id ?? undefined },
});
const expectedColumn = (zone: string): Column<Settlement> => ({
  key: "expected_date",
  title: words.expected,
  phone: "more",
  cell: ({ expected_date, expected_from, date_record }) =>
    expected_date && (
      <Text span inherit className="portal-whole">
        <ExpectedDate
          day={expected_date}
          from={expected_from ?? null}
          record={date_record ?? null}
          kind="brandPayment"
          zone={zone}
        />
      </Text>
    ),
});
const paymentColumn: Column<Settlement> = {
  key: "payment_id",
  title: words.number,
  phone: "more",
  cell: ({ payment_id }) =>
    payment_id !== null && (
      <AnchorLink to="/payments/details" search={{ payment_id }} inherit>
        {words.title(payment_id)}
      </AnchorLink>
    ),
};

/** All settlements of the publisher, with their states. */
export function SettlementList({ search, onSearch }: SettlementListProps) {
  const { time_zone: zone } = useUser();
  const ask = settlementsInput(search);
  const answer = useSteadyQuery("/payments/settlements", ask);
  const narrow = (change: DetailsSearch) => onSearch({ ...search, ...change, curPage: undefined });
  const chip = chipsOf(search, narrow);
  const { mcid } = search;
  const brandName = answer.data?.list.find((row) => row.mcid === mcid)?.brand_name ?? mcid;
  return (
    <>
      <FilterBar
        chips={[
          chip.choice("state", words.status, words.settlementStates, SETTLEMENT_STATES),
          {
            key: "mcid",
            name: words.brand,
            value: brandName ?? null,
            edit: (close) => (
              <ChannelBrandSelect
                size="xs"
                w={280}
                data-autofocus
                openOnFocus
                label={words.brand}
                value={mcid}
                name={brandName}
                onChange={(picked) => {
                  narrow({ mcid: picked ?? undefined });
                  close();
                }}
              />
            ),
            onClear: () => narrow({ mcid: undefined }),
          },
        ]}
      />
      <DataTable
        name="settlements"
        label={words.settlements}
        answer={answer}
        columns={[
          ...columns.slice(0, 1),
          stateColumn("state", words.status, SETTLEMENT_LOOKS, words.settlementStates),
          ...columns.slice(1),
          expectedColumn(zone),
          paymentColumn,
        ]}
        id={({ settlement_id }) => settlement_id}
        link={linkOf}
        empty={
          <EmptyList
            words={{
              ...words,
              noMatch: words.noSettlementMatch,
              none: words.noSettlements,
              noneHelp: words.noSettlementsHelp,
            }}
            onClear={!!(search.state || mcid) && (() => onSearch({}))}
          />
        }
        page={ask.page}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </>
  );
}

interface PaymentPartsProps extends SettlementListProps {
  search: DetailsSearch & { payment_id: number };
}

/** The settlements of one payment, with the proof that they add up. */
export function PaymentParts({ search, onSearch }: PaymentPartsProps) {
  const ask = detailsInput(search);
  const answer = useSteadyQuery("/payments/details", ask);
  const { payment_id } = search;
  const payment = useQuery(query("/payments/summary", paymentInput(payment_id)));
  // Rendered as a whole: rendering piece by piece would shift what follows.
  if (answer.isPending || payment.isPending) return <Skeleton h={960} radius="lg" />;
  return (
    <>
      {payment.data?.list.map((row) => (
        <PaymentFacts
          key={row.payment_id}
          row={row}
          progress={answer.data?.progress ?? []}
          replaces={answer.data?.replaces}
          replacedBy={answer.data?.replaced_by}
          onReplaced={(made) => onSearch({ payment_id: made.payment_id })}
        />
      ))}
      {answer.data?.proof.map((proof) => (
        <ProofPanel
          key={proof.payment_id}
          proof={proof}
          payment={payment.data?.list.find((row) => row.payment_id === proof.payment_id)}
        />
      ))}
      <DataTable
        name="payment_parts"
        label={words.settlements}
        answer={answer}
        columns={columns}
        id={({ settlement_id }) => settlement_id}
        link={linkOf}
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
        page={ask.page}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </>
  );
}

/** Orders, settlements and a payment as one sum, and each difference between them. */
function ProofPanel({ proof, payment }: { proof: PaymentProof; payment: Payment | undefined }) {
  return (
    <Panel title={words.addedUp}>
      <Hint>{words.proofHelp}</Hint>
      <ProofSum proof={proof} payment={payment} advice={words.differs} />
    </Panel>
  );
}
