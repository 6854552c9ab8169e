import { Group, SimpleGrid, Skeleton, Stack, Title } from "@mantine/core";
import type { SettledOrder, Settlement } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { ExpectedDate } from "@/features/payments/ExpectedDate";
import { ordersInput } from "@/features/payments/inputs";
import type { DetailsSearch } from "@/features/payments/searchParams";
import { table } from "@/text/core/table";
import { payment as words } from "@/text/payments/payment";
import { formatMoney, formatMonth } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { SETTLEMENT_LOOKS } from "@/ui/base/paymentLooks";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { DetailRow, MoneyRow } from "@/ui/layout/DetailRow";
import { Panel } from "@/ui/layout/Panel";
import { parseAmount } from "@/ui/money/decimals";
import { codeColumn, countColumn, dateColumn, moneyColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";

interface SettlementOrdersProps {
  search: DetailsSearch & { settlement_id: number };
  onSearch: (search: DetailsSearch) => void;
}

interface SumProps {
  sum: string;
  settlement: Settlement;
}

/** The orders of one settlement; each opens with its timeline, from the click to the payment. */
export function SettlementOrders({ search, onSearch }: SettlementOrdersProps) {
  const { time_zone: zone } = useUser();
  const ask = ordersInput(search);
  const answer = useSteadyQuery("/payments/settlement_orders", ask);
  const { data } = answer;
  if (answer.isPending) return <Skeleton h={960} radius="lg" />;
  return (
    <Stack>
      {data && <SettlementFacts row={data.settlement} zone={zone} />}
      <Group gap="sm">
        <Title order={2} size="md">
          {words.itsOrders}
        </Title>
        {data && data.total > 0 && <Sum sum={data.sum} settlement={data.settlement} />}
      </Group>
      <Hint>{words.ordersHelp}</Hint>
      <DataTable
        name="settlement_orders"
        label={words.ordersOf(search.settlement_id)}
        answer={answer}
        columns={columnsOf(zone)}
        id={({ oid }) => oid}
        link={({ oid }) => ({ to: "/reports/transactions", search: { oid } })}
        hiddenByDefault={["click_ref"]}
        empty={<EmptyState title={words.noOrders} help={words.noOrdersHelp} />}
        page={ask.page}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

/** Whether the commission of the orders is the settlement's amount, which its facts say. */
function Sum({ sum, settlement: { amount, currency } }: SumProps) {
  const same = parseAmount(sum) === parseAmount(amount);
  return (
    <StatusBadge state={same ? "approved" : "rejected"}>
      {same ? words.addsUp : words.sumOf(formatMoney(sum, currency), formatMoney(amount, currency))}
    </StatusBadge>
  );
}

const columnsOf = (zone: string): Array<Column<SettledOrder>> => [
  codeColumn("order_id", words.order, { phone: "lead" }),
  dateColumn("order_time", words.orderTime, zone, { phone: "more" }),
  dateColumn("click_time", words.click, zone),
  { key: "click_ref", title: words.clickRef, cell: (row) => row.click_ref ?? "" },
  countColumn("items", words.items),
  moneyColumn("commission", words.commission, { phone: "figure" }),
];

/** Which settlement it is: its brand, month and state, and the payment it is in. */
function SettlementFacts({ row, zone }: { row: Settlement; zone: string }) {
  const { settlement_id, state, brand_name, note, period, type, payment_id } = row;
  return (
    <Panel title={words.settlementTitle(settlement_id)}>
      <Group gap="sm">
        <StatusBadge state={SETTLEMENT_LOOKS[state]}>{words.settlementStates[state]}</StatusBadge>
        <Hint>{table.times(zone)}</Hint>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="xs">
        <DetailRow name={brand_name ? words.brand : words.reason}>
          {brand_name ?? (note || words.noBrand)}
        </DetailRow>
        <DetailRow name={words.period}>{formatMonth(`${period}-01`)}</DetailRow>
        <DetailRow name={words.type}>{words.types[type]}</DetailRow>
        <MoneyRow name={words.amount} amount={row.amount} currency={row.currency} />
        {row.expected_date && (
          <DetailRow name={words.waitsFor(brand_name ?? "")}>
            <ExpectedDate
              day={row.expected_date}
              from={row.expected_from ?? null}
              record={row.date_record ?? null}
              kind="brandPayment"
              zone={zone}
            />
          </DetailRow>
        )}
        {payment_id !== null && (
          <DetailRow name={words.number}>
            <AnchorLink to="/payments/details" search={{ payment_id }} inherit>
              {payment_id}
            </AnchorLink>
          </DetailRow>
        )}
      </SimpleGrid>
    </Panel>
  );
}
