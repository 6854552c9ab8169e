import { Stack, Text } from "@mantine/core";

import type { Figures, Order, TransactionFilter } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { order } from "@/text/publisher/order";
import { countryName } from "@/ui/base/format";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { rejectedNote } from "@/ui/base/rejectedNote";
import type { Column } from "@/ui/table/DataTable";

import { isPaid } from "./isPaid";
import { OrderStatus } from "./OrderStatus";

interface Shape {
  zone: string;
  siteName: (id: number) => string;
  totals: Figures | undefined;
  /** What the orders were asked for, which may mean a part of each. */
  filter?: Partial<TransactionFilter>;
}

const UIDS = [1, 2, 3, 4, 5] as const;

/** What the listing of orders can show of each. */
export function orderColumns({ zone, siteName, totals, filter }: Shape): Array<Column<Order>> {
  const currency = totals?.currency ?? "";
  const part = matchedPart(filter);
  return [
    {
      key: "order_time",
      sortable: true,
      title: order.orderTime,
      cell: (row) => <DateText value={row.order_time} zone={zone} />,
      sum: totals && table.sum,
      phone: "more",
    },
    { key: "brand_name", title: order.brand, cell: (row) => row.brand_name, phone: "lead" },
    {
      key: "status",
      title: order.status,
      phone: "status",
      cell: (row) => <OrderStatus status={row.status} paid={isPaid(row.items)} />,
    },
    {
      key: "sale_amount",
      sortable: true,
      title: order.amount,
      cell: (row) => (
        <Stack gap={0}>
          <ConvertedMoney amount={row.sale_amount} report={row.report_amount} row={row} />
          <MatchedMoney part={part} matched={row.matched_amount} of={row.sale_amount} row={row} />
        </Stack>
      ),
      numeric: true,
      sum: totals && <Money amount={totals.sales} currency={currency} />,
    },
    {
      key: "sale_comm",
      sortable: true,
      title: order.commission,
      phone: "figure",
      cell: (row) => (
        <Stack gap={0}>
          <ConvertedMoney amount={row.sale_comm} report={row.report_comm} row={row} />
          <MatchedMoney part={part} matched={row.matched_comm} of={row.sale_comm} row={row} />
        </Stack>
      ),
      numeric: true,
      sum: totals && (
        <Stack gap={0}>
          <Money amount={totals.commission} currency={currency} />
          <Text size="xs" c="dimmed">
            {rejectedNote(totals)}
          </Text>
        </Stack>
      ),
    },
    { key: "order_id", title: order.orderId, cell: (row) => row.order_id, phone: "more" },
    {
      key: "items",
      title: order.items,
      cell: (row) => <Num value={row.items?.length ?? 0} />,
      numeric: true,
    },
    {
      key: "click_time",
      title: order.clickTime,
      cell: (row) => <DateText value={row.click_time} zone={zone} />,
    },
    { key: "site_id", title: order.channel, cell: (row) => siteName(row.site_id) },
    ...UIDS.map((position) => ({
      key: `uid${position}`,
      title: order.uid(position),
      cell: (row: Order) => row[`uid${position}`] || "–",
    })),
    {
      key: "country",
      title: order.country,
      cell: (row) => (row.country ? countryName(row.country) : "–"),
    },
    { key: "coupon", title: order.coupon, cell: (row) => row.coupon ?? "–" },
    {
      key: "updated_at",
      sortable: true,
      title: order.changed,
      cell: (row) => <DateText value={row.updated_at} zone={zone} />,
    },
  ];
}

/** The word for the part of an order that a filter means. */
function matchedPart({ status, paid }: Partial<TransactionFilter> = {}): string {
  if (status && status !== "all") return order.matched[status];
  if (typeof paid === "boolean") return paid ? order.matched.paid : order.matched.unpaid;
  return order.matched.period;
}

interface MatchedProps {
  part: string;
  matched: string;
  of: string;
  row: Order;
}

/** What of an amount the filter means, where that is not the whole. */
function MatchedMoney({ part, matched, of, row }: MatchedProps) {
  if (Number(matched) === Number(of)) return null;
  return (
    <Text span size="xs" c="dimmed">
      {order.ofWhich(part)} <Money amount={matched} currency={row.currency} />
    </Text>
  );
}

/** An amount in the order's own currency, and what it is in the publisher's where that is another. */
function ConvertedMoney({ amount, report, row }: { amount: string; report: string; row: Order }) {
  if (row.currency === row.report_currency)
    return <Money amount={amount} currency={row.currency} />;
  return (
    <Stack gap={0}>
      <Money amount={amount} currency={row.currency} />
      <Text span size="xs" c="dimmed">
        <Money amount={report} currency={row.report_currency} />
      </Text>
    </Stack>
  );
}
