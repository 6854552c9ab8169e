import { Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { SettledOrder } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { type DetailsSearch, ordersInput } from "@/features/payment/search";
import { payment as words } from "@/text/publisher/payment";
import { formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";
import { SettlementFacts } from "./SettlementFacts";

interface SettlementOrdersProps {
  search: DetailsSearch & { settlement_id: number };
  onSearch: (search: DetailsSearch) => void;
}

/** The orders of one settlement; each opens with its timeline, from the click to the payment. */
export function SettlementOrders({ search, onSearch }: SettlementOrdersProps) {
  const { time_zone: zone } = useUser();
  const ask = ordersInput(search);
  const answer = useQuery({
    ...query("/payments/settlement_orders", ask),
    placeholderData: keepPreviousData,
  });
  const { data } = answer;
  const currency = data?.settlement.currency ?? "";
  return (
    <Stack gap="md">
      {data && <SettlementFacts row={data.settlement} zone={zone} />}
      <Title order={2} size="md">
        {words.ordersOf(search.settlement_id)}
      </Title>
      <Text size="xs" c="dimmed">
        {words.ordersHelp}
      </Text>
      {data && data.total > 0 && (
        <Text>
          {words.sumOf(
            formatMoney(data.sum, currency),
            formatMoney(data.settlement.amount, currency),
          )}
        </Text>
      )}
      <DataTable
        name="settlement_orders"
        label={words.ordersOf(search.settlement_id)}
        answer={answer}
        columns={columnsOf(zone)}
        id={({ oid }) => oid}
        hiddenByDefault={["click_ref"]}
        empty={<EmptyState title={words.noOrders} help={words.noOrdersHelp} />}
        pages={
          data && (
            <PageControls
              {...ask.page}
              total={data.total}
              onChange={(page) => onSearch({ ...search, ...page })}
            />
          )
        }
      />
    </Stack>
  );
}

const columnsOf = (zone: string): Array<Column<SettledOrder>> => [
  {
    key: "order_id",
    title: words.order,
    phone: "lead",
    cell: ({ oid, order_id }) => (
      <AnchorLink to="/reports/transactions" search={{ oid }} inherit>
        {order_id}
      </AnchorLink>
    ),
  },
  {
    key: "order_time",
    title: words.orderTime,
    phone: "more",
    cell: (row) => <DateText value={row.order_time} zone={zone} />,
  },
  {
    key: "click_time",
    title: words.click,
    cell: (row) => <DateText value={row.click_time} zone={zone} />,
  },
  { key: "click_ref", title: words.clickRef, cell: (row) => row.click_ref ?? "" },
  { key: "items", title: words.items, numeric: true, cell: (row) => <Num value={row.items} /> },
  {
    key: "commission",
    title: words.commission,
    numeric: true,
    phone: "figure",
    cell: (row) => <Money amount={row.commission} currency={row.currency} />,
  },
];
