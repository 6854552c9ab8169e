import { Table, Text } from "@mantine/core";

import type { ItemStatus, Order } from "@/api/gen/types.gen";
import { dashboard } from "@/text/dashboard";
import { order } from "@/text/order";
import { EmptyState } from "@/ui/EmptyState";
import { DateText, Money } from "@/ui/Figures";
import { AnchorLink, ButtonLink } from "@/ui/links";
import { Panel } from "@/ui/Panel";
import { StatusBadge } from "@/ui/StatusBadge";

/** The orders reported last; each opens with its story. */
export function LatestOrders({ orders, zone }: { orders: Order[]; zone: string }) {
  return (
    <Panel
      title={dashboard.latest}
      action={
        orders.length > 0 && (
          <AnchorLink to="/reports/transactions" size="sm">
            {dashboard.allOrders}
          </AnchorLink>
        )
      }
    >
      {orders.length === 0 ? (
        <EmptyState
          title={dashboard.noOrders}
          help={dashboard.noOrdersHelp}
          action={
            <ButtonLink variant="default" size="xs" to="/tools/link-generator">
              {dashboard.makeLink}
            </ButtonLink>
          }
        />
      ) : (
        <Table fz="sm" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{dashboard.orderTime}</Table.Th>
              <Table.Th visibleFrom="sm">{dashboard.brand}</Table.Th>
              <Table.Th>{dashboard.status}</Table.Th>
              <Table.Th ta="right" visibleFrom="md">
                {dashboard.amount}
              </Table.Th>
              <Table.Th ta="right">{dashboard.commission}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {orders.map((each) => (
              <Row key={each.oid} each={each} zone={zone} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

function Row({ each, zone }: { each: Order; zone: string }) {
  const { oid, order_time, brand_name, status, sale_amount, sale_comm, currency } = each;
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink to="/reports/transactions" search={{ oid }} inherit c="inherit" fw={500}>
          <DateText value={order_time} zone={zone} />
        </AnchorLink>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {brand_name}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{brand_name}</Table.Td>
      <Table.Td>
        <StatusBadge state={status.toLowerCase() as Lowercase<ItemStatus>}>
          {order.status_[status]}
        </StatusBadge>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="md">
        <Money amount={sale_amount} currency={currency} />
      </Table.Td>
      <Table.Td ta="right">
        <Money amount={sale_comm} currency={currency} />
      </Table.Td>
    </Table.Tr>
  );
}
