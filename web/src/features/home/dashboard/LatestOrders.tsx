import { Text } from "@mantine/core";

import type { ItemStatus, Order } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { dashboard } from "@/text/home/dashboard";
import { order } from "@/text/orders/order";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { DateText } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { UnratedBadge } from "@/ui/base/UnratedBadge";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";
import { ConvertedMoney } from "@/ui/money/ConvertedMoney";
import { Cell, Head, LinkRow, SmallTable } from "@/ui/table/SmallTable";

/** The latest orders; each opens its details. */
export function LatestOrders({ orders, zone }: { orders: Order[]; zone: string }) {
  const seesMoney = useMoney();
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
        <SmallTable>
          <thead>
            <tr>
              <Head>{dashboard.orderTime}</Head>
              <Head visibleFrom="sm">{dashboard.brand}</Head>
              <Head>{dashboard.status}</Head>
              {seesMoney && (
                <>
                  <Head numeric visibleFrom="md">
                    {dashboard.amount}
                  </Head>
                  <Head numeric>{dashboard.commission}</Head>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {orders.map((each) => (
              <Row key={each.oid} each={each} zone={zone} seesMoney={seesMoney} />
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}

function Row({ each, zone, seesMoney }: { each: Order; zone: string; seesMoney: boolean }) {
  const { oid, order_time, brand_name, status } = each;
  return (
    <LinkRow>
      <Cell>
        <AnchorLink to="/reports/transactions" search={{ oid }} inherit c="inherit" fw={500}>
          <DateText value={order_time} zone={zone} />
        </AnchorLink>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {brand_name}
        </Text>
      </Cell>
      <Cell visibleFrom="sm">{brand_name}</Cell>
      <Cell>
        <StatusBadge state={status.toLowerCase() as Lowercase<ItemStatus>}>
          {order.status_[status]}
        </StatusBadge>
        {each.unrated && <UnratedBadge />}
      </Cell>
      {seesMoney && (
        <>
          <Cell numeric visibleFrom="md">
            <ConvertedMoney amount={each.sale_amount} report={each.report_amount} order={each} />
          </Cell>
          <Cell numeric>
            <ConvertedMoney amount={each.sale_comm} report={each.report_comm} order={each} />
          </Cell>
        </>
      )}
    </LinkRow>
  );
}
