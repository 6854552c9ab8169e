import { Badge, Group } from "@mantine/core";

import type { ItemStatus, NetworkOrder } from "@/api/gen/types.gen";
import { network } from "@/text/network/network";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { Column } from "@/ui/table/DataTable";

const ZONE = "UTC";

/** What an operator sees of each order. */
export function orderColumns(): Array<Column<NetworkOrder>> {
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
    { key: "brand_name", title: network.brand, cell: (row) => row.brand_name },
    { key: "publisher", title: network.publisher, cell: (row) => row.publisher },
    { key: "uid", title: network.uid, cell: (row) => row.uid },
    {
      key: "order_time",
      title: network.orderTime,
      cell: (row) => <DateText value={row.order_time} zone={ZONE} />,
    },
    {
      key: "status",
      title: network.status,
      cell: ({ status }) => (
        <StatusBadge state={status.toLowerCase() as Lowercase<ItemStatus>}>
          {network.itemStatuses[status]}
        </StatusBadge>
      ),
    },
    {
      key: "items",
      title: network.items,
      cell: ({ items }) => <Num value={items} />,
      numeric: true,
    },
    {
      key: "sale_amount",
      title: network.amount,
      cell: (row) => <Money amount={row.sale_amount} currency={row.currency} />,
      numeric: true,
    },
    {
      key: "sale_comm",
      title: network.orderCommission,
      cell: (row) => <Money amount={row.sale_comm} currency={row.currency} />,
      numeric: true,
    },
  ];
}
