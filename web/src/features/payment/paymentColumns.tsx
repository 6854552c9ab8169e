import { Text } from "@mantine/core";
import type { Payment } from "@/api/gen/types.gen";
import { payment as words } from "@/text/publisher/payment";
import { paymentMethod as methods } from "@/text/publisher/paymentMethod";
import { AnchorLink } from "@/ui/base/links";
import { PAYMENT_LOOKS } from "@/ui/base/moneyLooks";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { Column } from "@/ui/table/DataTable";

/** What a publisher sees of each payment. */
export function paymentColumns(zone: string): Array<Column<Payment>> {
  return [
    {
      key: "payment_id",
      title: words.number,
      cell: ({ payment_id }) => (
        <AnchorLink to="/payments/details" search={{ payment_id }} inherit>
          {payment_id}
        </AnchorLink>
      ),
    },
    {
      key: "request_date",
      title: words.requestDate,
      phone: "more",
      cell: (row) => <DateText value={row.request_date} zone={zone} />,
    },
    {
      key: "status",
      title: words.status,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={PAYMENT_LOOKS[status]}>{words.states[status]}</StatusBadge>
      ),
    },
    {
      key: "method",
      title: words.method,
      phone: "more",
      cell: ({ method, payee }) =>
        methods.named(methods.kinds[method as keyof typeof methods.kinds], payee),
    },
    {
      key: "expected_date",
      title: words.expected,
      cell: (row) => <DateText value={row.expected_date} />,
    },
    {
      key: "paid_date",
      title: words.paidDate,
      cell: (row) => <DateText value={row.paid_date} zone={zone} />,
    },
    {
      key: "failure_reason",
      title: words.reason,
      phone: "more",
      cell: ({ failure_reason: reason }) =>
        reason && (
          <Text span inherit maw={240} display="block" style={{ whiteSpace: "normal" }}>
            {reason}
          </Text>
        ),
    },
    { key: "trace_id", title: words.trace, cell: (row) => row.trace_id ?? "–" },
    { key: "invoice", title: words.invoice, cell: (row) => row.invoice ?? "–" },
    {
      key: "gross",
      title: words.gross,
      numeric: true,
      cell: (row) => <Money amount={row.gross} currency={row.currency} />,
    },
    {
      key: "fee",
      title: words.fee,
      numeric: true,
      cell: (row) => <Money amount={row.fee} currency={row.currency} />,
    },
    {
      key: "net",
      title: words.net,
      numeric: true,
      phone: "figure",
      cell: (row) => <Money amount={row.net} currency={row.currency} />,
    },
    {
      key: "payout_amount",
      title: words.arrives,
      numeric: true,
      cell: (row) => <Money amount={row.payout_amount} currency={row.payout_currency} />,
    },
  ];
}
