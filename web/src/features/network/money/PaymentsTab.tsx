import { Button, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { NetworkPayment } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/roles";
import { useUser } from "@/api/useUser";
import { PAYMENT_STATES, paymentsInput, type TabProps } from "@/features/network/search";
import { TabPages } from "@/features/network/TabPages";
import { table } from "@/text/core/table";
import { money } from "@/text/network/money";
import { payment } from "@/text/publisher/payment";
import { PAYMENT_LOOKS } from "@/ui/base/moneyLooks";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { parseId } from "@/ui/base/searchParams";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { choiceChip, numberChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PaymentActions } from "./PaymentActions";
import { PaymentDrawer } from "./PaymentDrawer";

const EntitiesModal = lazy(() =>
  import("./EntitiesModal").then(({ EntitiesModal }) => ({ default: EntitiesModal })),
);

/** Payments to all publishers: batches, their files, and what the bank said. */
export function PaymentsTab({ search, onSearch }: TabProps) {
  const user = useUser();
  const maySend = hasPermission(user, "payment.send");
  const answer = useQuery({
    ...query("/network/payments", paymentsInput(search)),
    placeholderData: keepPreviousData,
  });
  const { payment_state, uid, batch_id } = search;
  const go = (change: Partial<TabProps["search"]>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  return (
    <Stack gap="md">
      {maySend && <PayBatch />}
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
          numberChip("uid", money.uid, uid, (value) => go({ uid: value })),
          numberChip("batch_id", money.batch, batch_id, (value) => go({ batch_id: value })),
        ]}
      />
      <DataTable
        name="network_payments"
        label={money.payments}
        answer={answer}
        columns={columnsOf(user.time_zone, maySend)}
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

/** Starts a batch, and says what is not in it. */
function PayBatch() {
  const [editing, setEditing] = useState(false);
  const entities = useQuery(query("/network/entities"));
  const pay = useCall("/network/pay", {
    refresh: ["/network/payments", "/network/settlements"],
    onSuccess: ({ batch_id, payments }) =>
      toast.success(batch_id === null ? money.nothing : money.taken(payments, batch_id)),
  });
  const { list: refused, remaining } = pay.data ?? { list: [], remaining: 0 };
  return (
    <>
      <Group gap="sm">
        <Button
          loading={pay.isPending}
          onClick={() =>
            openConfirm({
              title: money.payTitle,
              question: money.payAsk,
              confirm: money.pay,
              onConfirm: () => pay.mutate({ attributes: {} }),
            })
          }
        >
          {money.pay}
        </Button>
        <Button variant="default" disabled={!entities.data} onClick={() => setEditing(true)}>
          {money.entity}
        </Button>
      </Group>
      {remaining > 0 && <Callout state="pending" title={money.remaining(remaining)} />}
      {refused.length > 0 && (
        <Callout state="pending" title={money.notTaken}>
          {refused.map(({ uid, payment_id, reason }) => (
            <Text key={`${uid} ${payment_id}`} size="sm">
              {money.notTakenRow(uid, reason)}
            </Text>
          ))}
        </Callout>
      )}
      {editing && (
        <Suspense>
          <EntitiesModal entities={entities.data?.list ?? []} onClosed={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

function columnsOf(zone: string, maySend: boolean): Array<Column<NetworkPayment>> {
  return [
    { key: "payment_id", title: money.payment, cell: (row) => row.payment_id },
    { key: "publisher", title: money.publisher, phone: "lead", cell: (row) => row.publisher },
    {
      key: "request_date",
      title: money.requested,
      phone: "more",
      cell: (row) => <DateText value={row.request_date} zone={zone} />,
    },
    { key: "batch_id", title: money.batch, cell: (row) => row.batch_id ?? "" },
    {
      key: "status",
      title: money.state,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={PAYMENT_LOOKS[status]}>{payment.states[status]}</StatusBadge>
      ),
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
            <Text size="xs" c="error" maw={320} style={{ whiteSpace: "normal" }}>
              {problem}
            </Text>
          )}
        </>
      ),
    },
    { key: "failure_reason", title: money.reason, cell: (row) => row.failure_reason ?? "" },
    { key: "trace_id", title: money.trace, cell: (row) => row.trace_id ?? "" },
    {
      key: "net",
      title: money.net,
      numeric: true,
      phone: "figure",
      cell: (row) => <Money amount={row.net} currency={row.currency} />,
    },
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
      cell: (row) => maySend && <PaymentActions row={row} />,
    },
  ];
}
