import { Badge, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { ItemStatus, NetworkOrder } from "@/api/gen/types.gen";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { useBrandChip, usePublisherChip } from "@/features/network/pickers/pickerChips";
import type { TabProps } from "@/features/network/searchParams";
import { network } from "@/text/network/network";
import { order } from "@/text/orders/order";
import { Hint } from "@/ui/base/Hint";
import { DateText, Money } from "@/ui/base/Numbers";
import { parsePeriod } from "@/ui/base/period";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { UnratedBadge } from "@/ui/base/UnratedBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip, textChip } from "@/ui/filter/chips";
import type { Chip } from "@/ui/filter/FilterBar";
import { FilterBar } from "@/ui/filter/FilterBar";
import { formatPeriod, LazyDateRangePicker } from "@/ui/filter/LazyDateRangePicker";
import { countColumn, dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { OrderReview } from "./OrderReview";
import { ORDER_BASES, ORDER_STATUSES, type OrdersSearch, ordersInput } from "./searchParams";

/** Orders of all publishers: chosen, then approved or rejected together. */
export function OrdersTab({ search, onSearch }: TabProps<OrdersSearch>) {
  const [chosen, setChosen] = useState<NetworkOrder[]>([]);
  const ask = ordersInput(search);
  const answer = useSteadyQuery("/network/orders", ask);
  const go = (changed: Partial<OrdersSearch>) => {
    setChosen([]);
    onSearch({ ...search, cursor: undefined, ...changed });
  };
  return (
    <Stack>
      <Group justify="space-between" gap="sm">
        <OrderFilters search={search} onChange={go} />
        <Hint>{network.ordersHelp}</Hint>
      </Group>
      <OrderReview chosen={chosen} onDone={() => setChosen([])} />
      <DataTable
        name="network_orders"
        label={network.orders}
        answer={answer}
        columns={orderColumns(search)}
        id={({ oid }) => oid}
        onOpen={({ oid }) => onSearch({ ...search, look: String(oid) })}
        opened={search.look ?? null}
        selection={{ chosen, onChosen: setChosen, label: ({ order_id }) => order_id }}
        hiddenByDefault={["uid"]}
        expected={ask.page.perPage}
        empty={
          <EmptyState
            title={network.noOrders}
            help={network.noOrdersHelp}
            button={{
              label: network.clear,
              onClick: () => {
                setChosen([]);
                onSearch({});
              },
            }}
          />
        }
        page={ask.page}
        onPage={go}
      />
    </Stack>
  );
}

const ZONE = "UTC";
const REPORTED: Column<NetworkOrder> = {
  key: "reported_at",
  title: network.reportedTime,
  cell: (row) => <DateText value={row.reported_at} zone={ZONE} />,
};

/** The columns of the list of orders. */
function orderColumns({
  item_status: status,
  date_basis,
}: OrdersSearch): Array<Column<NetworkOrder>> {
  return [
    {
      key: "order_id",
      title: network.orderId,
      cell: ({ order_id, test_order }) => (
        <Group gap="xs" wrap="nowrap">
          {order_id}
          {test_order && (
            <Badge variant="default" radius="sm" size="sm" fw={500} tt="none">
              {network.test}
            </Badge>
          )}
        </Group>
      ),
    },
    textColumn("brand_name", network.brand, { phone: "lead" }),
    {
      key: "status",
      title: network.status,
      phone: "status",
      cell: ({ status, unrated }) => (
        <Group gap="xs">
          <StatusBadge state={status.toLowerCase() as Lowercase<ItemStatus>}>
            {network.itemStatuses[status]}
          </StatusBadge>
          {unrated && <UnratedBadge />}
        </Group>
      ),
    },
    {
      key: "sale_amount",
      title: network.amount,
      cell: (row) => (
        <Amount row={row} whole={row.sale_amount} matched={row.matched_amount} of={status} />
      ),
      numeric: true,
    },
    {
      key: "sale_comm",
      title: network.orderCommission,
      phone: "figure",
      cell: (row) => (
        <Amount row={row} whole={row.sale_comm} matched={row.matched_comm} of={status} />
      ),
      numeric: true,
    },
    textColumn("publisher", network.publisher, { phone: "more" }),
    textColumn("uid", network.uid),
    dateColumn("order_time", network.orderTime, ZONE, { phone: "more" }),
    ...(date_basis === "reported" ? [REPORTED] : []),
    countColumn("items", network.items),
  ];
}

interface AmountProps {
  row: NetworkOrder;
  whole: string | null;
  /** The part of the amount that matches the filter. */
  matched: string | null;
  of: ItemStatus | undefined;
}

/** An amount and, if it differs, the part of it with the status of the filter. */
function Amount({ row: { currency }, whole, matched, of }: AmountProps) {
  return (
    <Stack gap={0}>
      <Money amount={whole} currency={currency} />
      {of && Number(matched) !== Number(whole) && (
        <Hint span>
          {order.ofWhich(of.toLowerCase())} <Money amount={matched} currency={currency} />
        </Hint>
      )}
    </Stack>
  );
}

interface OrderFiltersProps {
  search: OrdersSearch;
  onChange: (change: Partial<OrdersSearch>) => void;
}

/** Which orders of the network are listed. */
export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { start_date, end_date, date_basis, item_status: status, mcid, uid, order_id } = search;
  const days = parsePeriod({ start_date, end_date }, ZONE);
  const chips: Chip[] = [
    {
      key: "period",
      name: network.period,
      value: start_date && end_date ? formatPeriod(days, ZONE) : null,
      edit: (close) => (
        <LazyDateRangePicker
          {...days}
          zone={ZONE}
          onChange={(picked) => {
            onChange(picked);
            close();
          }}
        />
      ),
      onClear: () => onChange({ start_date: undefined, end_date: undefined }),
    },
    choiceChip({
      key: "date_basis",
      name: network.basis,
      words: network.bases,
      of: ORDER_BASES,
      value: date_basis,
      usual: "order",
      onChange: (value) => onChange({ date_basis: value }),
    }),
    choiceChip({
      key: "status",
      name: network.status,
      words: network.itemStatuses,
      of: ORDER_STATUSES,
      value: status,
      onChange: (value) => onChange({ item_status: value }),
    }),
    textChip("order_id", network.orderId, order_id, (value) => onChange({ order_id: value })),
    useBrandChip(mcid, (value) => onChange({ mcid: value })),
    usePublisherChip(uid, (value) => onChange({ uid: value })),
  ];
  return <FilterBar chips={chips} />;
}
