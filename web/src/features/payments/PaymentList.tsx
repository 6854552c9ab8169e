import { Stack, Text } from "@mantine/core";
import type { Payment } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { payment as words } from "@/text/payments/payment";
import { paymentMethod as methods } from "@/text/payments/paymentMethod";
import { PAYMENTS } from "@/ui/balance/BalanceFlow";
import { formatMonth } from "@/ui/base/format";
import { Money } from "@/ui/base/Numbers";
import { PAYMENT_LOOKS } from "@/ui/base/paymentLooks";
import { lastMonths, todayIn } from "@/ui/base/period";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { useLanding } from "@/ui/layout/useLanding";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { dateColumn, menuColumn, moneyColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { documentsOf, hasDocument, useDocument } from "./documents";
import { ExpectedDate } from "./ExpectedDate";
import { summaryInput } from "./inputs";
import { PAYMENT_FILTERS, type SummarySearch } from "./searchParams";
import { useCancelPayment } from "./useCancelPayment";

interface PaymentListProps {
  search: SummarySearch;
  onSearch: (search: SummarySearch) => void;
}

const STATUS_WORDS = { on_the_way: words.stages.on_the_way, ...words.states };

/** Every payment to the publisher, the latest first. */
export function PaymentList({ search, onSearch }: PaymentListProps) {
  const user = useUser();
  const ask = summaryInput(search);
  const answer = useSteadyQuery("/payments/summary", ask);
  const months = [
    ...new Set([...lastMonths(12, todayIn(user.time_zone)), search.paid_month ?? []].flat()),
  ];
  const monthNames = Object.fromEntries(months.map((month) => [month, formatMonth(`${month}-01`)]));
  const chip = chipsOf(search, (change) => onSearch({ ...search, ...change, curPage: undefined }));
  // A link from a stage or a month scrolls to its payments, which are below the charts.
  const landing = useLanding(PAYMENTS);
  const cancel = useCancelPayment();
  const file = useDocument();
  const mayCancel = ({ status }: Payment) =>
    hasPermission(user, "payment.edit") && ["requested", "failed"].includes(status);
  const menu = menuColumn(
    (row: Payment) =>
      (mayCancel(row) || hasDocument(row)) && (
        <ActionMenu
          label={words.actions(row.payment_id)}
          busy={cancel.busy || file.busy}
          groups={[
            ...documentsOf(row).map(({ name, kind }) =>
              (["pdf", "csv"] as const).map((format) => ({
                label: words.documentIn(name, format),
                onClick: () => file.open(row.payment_id, format, kind),
              })),
            ),
            mayCancel(row)
              ? [{ label: words.cancel, onClick: () => cancel.ask(row.payment_id) }]
              : [],
          ]}
        />
      ),
    88,
  );
  return (
    <Stack {...landing}>
      <FilterBar
        chips={[
          chip.choice("status", words.status, STATUS_WORDS, PAYMENT_FILTERS),
          chip.choice("paid_month", words.paidMonth, monthNames, months),
        ]}
      />
      <DataTable
        name="payments"
        label={words.payments}
        answer={answer}
        columns={[...paymentColumns(user.time_zone), menu]}
        id={({ payment_id }) => payment_id}
        link={({ payment_id }) => ({ to: "/payments/details", search: { payment_id } })}
        hiddenByDefault={["fee", "gross", "trace_id", "invoice", "paid_date"]}
        expected={5}
        empty={
          <EmptyList
            words={words}
            onClear={!!(search.status || search.paid_month) && (() => onSearch({}))}
          />
        }
        page={ask.page}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

const WRAPPED = { overflowWrap: "anywhere", whiteSpace: "normal" } as const;
const UNDER_WAY = ["requested", "processing", "sent"];

/** The columns of the list of payments. */
function paymentColumns(zone: string): Array<Column<Payment>> {
  return [
    textColumn("payment_id", words.number),
    {
      ...stateColumn("status", words.status, PAYMENT_LOOKS, words.states),
      cell: ({ status, failure_reason: reason }) => (
        <>
          <StatusBadge state={PAYMENT_LOOKS[status]}>{words.states[status]}</StatusBadge>
          {reason && (
            <Text span size="xs" c="dimmed" display="block" maw={180} style={WRAPPED}>
              {reason}
            </Text>
          )}
        </>
      ),
    },
    moneyColumn("net", words.net, { phone: "figure" }),
    {
      key: "expected_date",
      title: words.expected,
      phone: "more",
      cell: ({ status, expected_date, expected_from, date_record }) =>
        UNDER_WAY.includes(status) && expected_date ? (
          <Text span inherit className="portal-whole">
            <ExpectedDate
              day={expected_date}
              from={expected_from ?? null}
              record={date_record ?? null}
              zone={zone}
            />
          </Text>
        ) : null,
    },
    dateColumn("request_date", words.requestDate, zone, { phone: "more", named: true }),
    {
      key: "method",
      title: words.method,
      phone: "more",
      cell: ({ method, payee }) => (
        <Text span inherit className="portal-whole">
          {methods.named(methods.kinds[method as keyof typeof methods.kinds], payee)}
        </Text>
      ),
    },
    dateColumn("paid_date", words.paidDate, zone),
    textColumn("trace_id", words.trace),
    textColumn("invoice", words.invoice),
    moneyColumn("gross", words.gross),
    moneyColumn("fee", words.fee),
    {
      key: "payout_amount",
      title: words.arrives,
      numeric: true,
      cell: (row) => <Money amount={row.payout_amount} currency={row.payout_currency} />,
    },
  ];
}
