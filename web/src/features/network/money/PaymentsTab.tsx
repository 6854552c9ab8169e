import { Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { NetworkPayment } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { usePublisherChip } from "@/features/network/pickers/pickerChips";
import { publisherText } from "@/features/network/pickers/publishers";
import type { TabProps } from "@/features/network/searchParams";
import { pageAfter } from "@/features/network/searchParams";
import { money } from "@/text/network/money";
import { payment } from "@/text/payments/payment";
import { AnchorLink } from "@/ui/base/links";
import { Money, NOTHING } from "@/ui/base/Numbers";
import { PAYMENT_LOOKS } from "@/ui/base/paymentLooks";
import { parseId } from "@/ui/base/searchParams";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { chipsOf, numberChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { dateColumn, menuColumn, moneyColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { BatchFiles } from "./batch/BatchFiles";
import { BatchLink } from "./batch/BatchLink";
import { PayBatch } from "./batch/PayBatch";
import { type LeftOut, type PayoutFiles, usePayoutFile } from "./batch/usePayoutFile";
import { PaymentActions } from "./PaymentActions";
import { PaymentDrawer } from "./PaymentDrawer";
import { PAYMENT_STATES, type PaymentsSearch, paymentsInput } from "./searchParams";

/** Payments to all publishers: batches, their bank files, and the recorded outcomes. */
export function PaymentsTab({ search, onSearch }: TabProps<PaymentsSearch>) {
  const user = useUser();
  const maySend = hasPermission(user, "payment.send");
  const answer = useSteadyQuery("/network/payments", paymentsInput(search));
  const { payment_state, uid, batch_id } = search;
  const files = usePayoutFile();
  const go = (change: Partial<PaymentsSearch>) =>
    onSearch({ ...search, cursor: undefined, ...change });
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  const chip = chipsOf(search, go);
  const filters = (
    <FilterBar
      chips={[
        chip.choice("payment_state", money.state, payment.states, PAYMENT_STATES),
        publisher,
        numberChip("batch_id", money.batch, batch_id, (value) => go({ batch_id: value })),
      ]}
    />
  );
  return (
    <Stack>
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
          <EmptyList
            words={{ ...money, none: money.noPayments, noneHelp: money.noPaymentsHelp }}
            onClear={!!(payment_state || uid || batch_id) && (() => onSearch({}))}
          />
        }
        page={pageAfter(search)}
        onPage={(page) => onSearch({ ...search, ...page })}
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
    textColumn("payment_id", money.payment),
    textColumn("publisher", money.publisher, { phone: "lead" }),
    stateColumn("status", money.state, PAYMENT_LOOKS, payment.states),
    moneyColumn("net", money.net, { phone: "figure" }),
    dateColumn("request_date", money.requested, zone, { phone: "more" }),
    {
      key: "batch_id",
      title: money.batch,
      cell: ({ batch_id }) => (batch_id === null ? NOTHING : <BatchLink batch={batch_id} />),
    },
    textColumn("payee", money.payee),
    {
      key: "channel",
      title: money.channel,
      phone: "more",
      cell: ({ batch_id, channel, problem }) =>
        batch_id === null && !problem ? (
          NOTHING
        ) : (
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
    textColumn("file_id", money.file, { phone: "more" }),
    textColumn("failure_reason", money.reason),
    textColumn("trace_id", money.trace),
    {
      key: "payout_amount",
      title: money.arrives,
      numeric: true,
      cell: (row) => <Money amount={row.payout_amount} currency={row.payout_currency} />,
    },
    menuColumn((row) => files && <PaymentActions row={row} files={files} />),
  ];
}

/** The height of the page's header, which stays in view. */
const HEADER = 72;

/** The payments of a batch that its file does not hold, each with the reason. */
function LeftOutPayments({ of: { batch, list } }: { of: LeftOut }) {
  const frame = useRef<HTMLDivElement>(null);
  // The menu that made the file may be far below.
  useEffect(() => {
    if (list.length > 0) frame.current?.scrollIntoView?.({ block: "nearest" });
  }, [list]);
  return (
    <div ref={frame} style={{ scrollMarginTop: HEADER }}>
      <Callout state="pending" title={money.leftOut(batch)}>
        {list.map(({ uid, publisher, payment_id, reason }) => (
          <Text key={payment_id} size="sm">
            <AnchorLink
              to="/network/payments"
              search={{ batch_id: batch, look: String(payment_id) }}
              inherit
            >
              {money.paymentTitle(payment_id ?? 0)}
            </AnchorLink>
            {", "}
            {money.notTakenRow(publisherText(uid, publisher), reason)}
          </Text>
        ))}
      </Callout>
    </div>
  );
}
