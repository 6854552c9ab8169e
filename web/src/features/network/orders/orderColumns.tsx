import { Badge, Group, Stack, Text } from "@mantine/core";

import type { ItemStatus, NetworkOrder } from "@/api/gen/types.gen";
import type { NetworkSearch } from "@/features/network/search";
import { network } from "@/text/network/network";
import { order } from "@/text/publisher/order";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { Column } from "@/ui/table/DataTable";

const ZONE = "UTC";
const REPORTED: Column<NetworkOrder> = {
  key: "reported_at",
  title: network.reportedTime,
  cell: (row) => <DateText value={row.reported_at} zone={ZONE} />,
};

/** What an operator sees of each order. */
export function orderColumns({
  item_status: status,
  date_basis,
}: NetworkSearch): Array<Column<NetworkOrder>> {
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
    { key: "brand_name", title: network.brand, cell: (row) => row.brand_name, phone: "lead" },
    {
      key: "status",
      title: network.status,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={status.toLowerCase() as Lowercase<ItemStatus>}>
          {network.itemStatuses[status]}
        </StatusBadge>
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
    {
      key: "publisher",
      title: network.publisher,
      cell: (row) => row.publisher,
      phone: "more",
    },
    { key: "uid", title: network.uid, cell: (row) => row.uid },
    {
      key: "order_time",
      title: network.orderTime,
      phone: "more",
      cell: (row) => <DateText value={row.order_time} zone={ZONE} />,
    },
    ...(date_basis === "reported" ? [REPORTED] : []),
    {
      key: "items",
      title: network.items,
      cell: ({ items }) => <Num value={items} />,
      numeric: true,
    },
  ];
}

interface AmountProps {
  row: NetworkOrder;
  whole: string;
  /** What of it the filter means. */
  matched: string;
  of: ItemStatus | undefined;
}

/** An amount, and what of it the asked status means where that is not the whole. */
function Amount({ row: { currency }, whole, matched, of }: AmountProps) {
  return (
    <Stack gap={0}>
      <Money amount={whole} currency={currency} />
      {of && Number(matched) !== Number(whole) && (
        <Text span size="xs" c="dimmed">
          {order.ofWhich(of.toLowerCase())} <Money amount={matched} currency={currency} />
        </Text>
      )}
    </Stack>
  );
}
