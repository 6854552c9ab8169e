import { Button, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { NetworkPayment } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { usePublisherChip } from "@/features/network/pickers/pickerChips";
import { PAYMENT_STATES, paymentsInput, type TabProps } from "@/features/network/search";
import { TabPages } from "@/features/network/TabPages";
import { table } from "@/text/core/table";
import { money } from "@/text/network/money";
import { payment } from "@/text/publisher/payment";
import { PAYMENT_LOOKS } from "@/ui/base/moneyLooks";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip, numberChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { BatchFiles } from "./batch/BatchFiles";
import { BatchLink } from "./batch/BatchLink";
import { LeftOutPayments } from "./batch/LeftOutPayments";
import { PayBatch } from "./batch/PayBatch";
import { type PayoutFiles, usePayoutFile } from "./batch/usePayoutFile";
import { PaymentActions } from "./PaymentActions";
import { PaymentDrawer } from "./PaymentDrawer";

/** Payments to all publishers: batches, their files, and what the bank said. */
export function PaymentsTab({ search, onSearch }: TabProps) {
  const user = useUser();
  const maySend = hasPermission(user, "payment.send");
  const answer = useQuery({
    ...query("/network/payments", paymentsInput(search)),
    placeholderData: keepPreviousData,
  });
  const { payment_state, uid, batch_id } = search;
  const files = usePayoutFile();
  const go = (change: Partial<TabProps["search"]>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  const filters = (
    <FilterBar
      chips={[
        choiceChip({
          key: "status",
          name: money.state,
          words: payment.states,
          of: PAYMENT_STATES,
          value: payment_state,
          onChange: (value) => go({ payment_state: value }),
        }),
        publisher,
        numberChip("batch_id", money.batch, batch_id, (value) => go({ batch_id: value })),
      ]}
    />
  );
  return (
    <Stack gap="md">
      {maySend ? <PayBatch>{filters}</PayBatch> : filters}
      {maySend && batch_id !== undefined && (
        <BatchFiles batch={batch_id} list={answer.data?.list ?? []} files={files} />
      )}
      {files.leftOut && <LeftOutPayments of={files.leftOut} />}
      <DataTable
        name="network_payments"
        label={money.payments}
        answer={answer}
        columns={columnsOf(user.time_zone, maySend ? files : undefined)}
        id={({ payment_id }) => payment_id}
        onOpen={
          maySend
            ? ({ payment_id }) => onSearch({ ...search, look: String(payment_id) })
            : undefined
        }
        opened={search.look ?? null}
        hiddenByDefault={["failure_reason", "trace_id"]}
        empty={
          payment_state || uid || batch_id ? (
            <EmptyState
              title={money.noMatch}
              help={money.noMatchHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({ tab: "payments" })}>
                  {money.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={money.noPayments} help={money.noPaymentsHelp} />
          )
        }
        pages={<TabPages data={answer.data} search={search} onSearch={onSearch} />}
      />
      <PaymentDrawer
        shown={parseId(search.look)}
        zone={user.time_zone}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
    </Stack>
  );
}

function columnsOf(zone: string, files: PayoutFiles | undefined): Array<Column<NetworkPayment>> {
  return [
    { key: "payment_id", title: money.payment, cell: (row) => row.payment_id },
    { key: "publisher", title: money.publisher, phone: "lead", cell: (row) => row.publisher },
    {
      key: "status",
      title: money.state,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={PAYMENT_LOOKS[status]}>{payment.states[status]}</StatusBadge>
      ),
    },
    {
      key: "net",
      title: money.net,
      numeric: true,
      phone: "figure",
      cell: (row) => <Money amount={row.net} currency={row.currency} />,
    },
    {
      key: "request_date",
      title: money.requested,
      phone: "more",
      cell: (row) => <DateText value={row.request_date} zone={zone} />,
    },
    {
      key: "batch_id",
      title: money.batch,
      cell: ({ batch_id }) => batch_id !== null && <BatchLink batch={batch_id} />,
    },
    { key: "payee", title: money.payee, cell: (row) => row.payee },
    {
      key: "channel",
      title: money.channel,
      phone: "more",
      cell: ({ batch_id, channel, problem }) => (
        <>
          {batch_id !== null && money.channels[channel]}
          {problem && (
            <Text
              size="xs"
              c="var(--mantine-color-error)"
              maw={320}
              style={{ whiteSpace: "normal" }}
            >
              {problem}
            </Text>
          )}
        </>
      ),
    },
    { key: "failure_reason", title: money.reason, cell: (row) => row.failure_reason ?? "–" },
    { key: "trace_id", title: money.trace, cell: (row) => row.trace_id ?? "–" },
    {
      key: "payout_amount",
      title: money.arrives,
      numeric: true,
      cell: (row) => <Money amount={row.payout_amount} currency={row.payout_currency} />,
    },
    {
      key: "actions",
      title: table.actions,
      always: true,
      phone: "menu",
      cell: (row) => files && <PaymentActions row={row} files={files} />,
    },
  ];
}
