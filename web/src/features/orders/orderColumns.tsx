import { Group, Stack } from "@mantine/core";
import type { Figures, Order, Site, TransactionFilter } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { order } from "@/text/orders/order";
import { countryName } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Money, Num } from "@/ui/base/Numbers";
import { rejectedNote } from "@/ui/base/rejectedNote";
import { UnratedBadge } from "@/ui/base/UnratedBadge";
import { ConvertedMoney } from "@/ui/money/ConvertedMoney";
import { codeColumn, dateColumn, textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { isPaid } from "./isPaid";
import { OrderStatus } from "./OrderStatus";

interface Shape {
  zone: string;
  channels: Array<Pick<Site, "id" | "name">>;
  totals: Figures | undefined;
  /** The word for the part of an order that the filter matches. */
  part: string;
}

const UIDS = [1, 2, 3, 4, 5] as const;

/** The columns of the list of orders. */
export function orderColumns({ zone, channels, totals, part }: Shape): Array<Column<Order>> {
  const currency = totals?.currency ?? "";
  return [
    dateColumn("order_time", order.orderTime, zone, {
      sortable: true,
      sum: totals && table.sum,
      phone: "more",
    }),
    textColumn("brand_name", order.brand, { phone: "lead" }),
    {
      key: "status",
      title: order.status,
      phone: "status",
      cell: (row) => (
        <Group gap="xs">
          <OrderStatus status={row.status} paid={isPaid(row.items)} />
          {row.unrated && <UnratedBadge />}
        </Group>
      ),
    },
    {
      key: "sale_amount",
      money: true,
      sortable: true,
      title: order.amount,
      cell: (row) => (
        <Stack gap={0}>
          <ConvertedMoney amount={row.sale_amount} report={row.report_amount} order={row} />
          <MatchedMoney part={part} matched={row.matched_amount} of={row.sale_amount} row={row} />
        </Stack>
      ),
      numeric: true,
      sum: totals && <Money amount={totals.sales} currency={currency} />,
    },
    {
      key: "sale_comm",
      money: true,
      sortable: true,
      title: order.commission,
      phone: "figure",
      cell: (row) => (
        <Stack gap={0}>
          <ConvertedMoney amount={row.sale_comm} report={row.report_comm} order={row} />
          <MatchedMoney part={part} matched={row.matched_comm} of={row.sale_comm} row={row} />
        </Stack>
      ),
      numeric: true,
      sum: totals && (
        <Stack gap={0}>
          <Money amount={totals.commission} currency={currency} />
          <Hint>{rejectedNote(totals)}</Hint>
        </Stack>
      ),
    },
    codeColumn("order_id", order.orderId, { phone: "more" }),
    {
      key: "items",
      title: order.items,
      cell: (row) => <Num value={row.items?.length ?? 0} />,
      numeric: true,
    },
    dateColumn("click_time", order.clickTime, zone),
    {
      key: "site_id",
      title: order.channel,
      cell: ({ site_id }) => channels.find(({ id }) => id === site_id)?.name ?? site_id,
    },
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
    textColumn("coupon", order.coupon),
    dateColumn("updated_at", order.changed, zone, { sortable: true }),
  ];
}

/** The word for the part of an order that a filter means. */
export function matchedPart({ status, paid, taken_back }: Partial<TransactionFilter> = {}): string {
  if (status && status !== "all") return order.matched[status];
  if (typeof paid === "boolean") return paid ? order.matched.paid : order.matched.unpaid;
  if (typeof taken_back === "boolean") return order.matched[taken_back ? "takenBack" : "kept"];
  return order.matched.period;
}

interface MatchedProps {
  part: string;
  matched: string | null;
  of: string | null;
  row: Order;
}

/** The part of an amount that matches the filter, if that is not all of it. */
function MatchedMoney({ part, matched, of, row }: MatchedProps) {
  if (Number(matched) === Number(of)) return null;
  return (
    <Hint span>
      {order.ofWhich(part)} <Money amount={matched} currency={row.currency} />
    </Hint>
  );
}
