import { Button, Group, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { DateRecord, ExpectedFrom, Payment, PaymentStep } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { table } from "@/text/core/table";
import { payment as words } from "@/text/payments/payment";
import { why } from "@/text/reports/why";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { DateText, Money } from "@/ui/base/Numbers";
import { PAYMENT_LOOKS } from "@/ui/base/paymentLooks";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Panel } from "@/ui/layout/Panel";
import { documentsOf, useDocument } from "./documents";
import { ExpectedDate } from "./ExpectedDate";
import { Problem } from "./FailedPayments";
import { failedName } from "./failedPayment";
import classes from "./PaymentProgress.module.css";

interface PaymentFactsProps {
  row: Payment;
  progress: PaymentStep[];
  /** The failed payment that this one was requested for again. */
  replaces?: number | null;
  /** The payment that was requested in place of this one. */
  replacedBy?: number | null;
  onReplaced?: (payment: Payment) => void;
}

/** The details of a payment: its progress, dates, amounts and documents, and what to do if it did not arrive. */
export function PaymentFacts(props: PaymentFactsProps) {
  const { row, progress, replaces, replacedBy, onReplaced } = props;
  const { time_zone: zone } = useUser();
  const failed = row.status !== "cancelled" || progress.some(({ stage }) => stage === "failed");
  return (
    <Panel title={words.title(row.payment_id)}>
      <Text size="xl" fw={600}>
        <Money amount={row.net} currency={row.currency} />
      </Text>
      <Group gap="sm">
        <StatusBadge state={PAYMENT_LOOKS[row.status]}>{words.states[row.status]}</StatusBadge>
        <Hint>{table.times(zone)}</Hint>
      </Group>
      <Group gap="xs">
        <ButtonLink
          size="xs"
          variant="default"
          to="/reports/why"
          search={{ payment_id: row.payment_id }}
        >
          {why.button}
        </ButtonLink>
      </Group>
      <Documents row={row} />
      {row.failure_reason && <Problem row={row} failed={failed} onReplaced={onReplaced} />}
      {replacedBy && <Other payment_id={replacedBy} name={words.replacedBy} />}
      {replaces && <Other payment_id={replaces} name={words.replaces} />}
      {progress.length > 0 && (
        <PaymentProgress
          steps={progress}
          from={row.expected_from ?? null}
          record={row.date_record ?? null}
          zone={zone}
        />
      )}
      <Stack gap="xs" maw={440}>
        {factsOf(row, progress.length > 0 ? null : zone).map(([name, value]) => (
          <DetailRow key={name} name={name}>
            {value}
          </DetailRow>
        ))}
      </Stack>
    </Panel>
  );
}

function Documents({ row }: { row: Payment }) {
  const file = useDocument();
  const documents = documentsOf(row);
  if (documents.length === 0) return null;
  return (
    <Group gap="xs">
      {documents.map(({ name, kind }) =>
        (["pdf", "csv"] as const).map((format) => (
          <Button
            key={`${name} ${format}`}
            size="xs"
            variant="default"
            loading={file.busy}
            onClick={() => file.open(row.payment_id, format, kind)}
          >
            {words.documentIn(name, format)}
          </Button>
        )),
      )}
    </Group>
  );
}

function Other({ payment_id, name }: { payment_id: number; name: (id: number) => string }) {
  return (
    <AnchorLink to="/payments/details" search={{ payment_id }} size="sm">
      {name(payment_id)}
    </AnchorLink>
  );
}

/**
 * The remaining details, apart from the headline and the progress; with dates only if a time zone
 * is given.
 */
function factsOf(row: Payment, zone: string | null): Array<[string, ReactNode]> {
  const { payout_amount, payout_currency, rate, trace_id } = row;
  const dates = [
    [words.requestDate, row.request_date],
    [words.sentDate, row.sent_date],
    [words.paidDate, row.paid_date],
  ] as const;
  return [
    ...dates.flatMap(
      ([name, at]): Array<[string, ReactNode]> =>
        zone && at ? [[name, <DateText key={name} value={at} zone={zone} />]] : [],
    ),
    [words.method, failedName(row)],
    ...(payout_amount && payout_currency !== row.currency
      ? [[words.arrives, paidOut(payout_amount, payout_currency, rate)] as [string, ReactNode]]
      : []),
    ...(trace_id ? [[words.trace, trace_id] as [string, ReactNode]] : []),
  ];
}

function paidOut(amount: string, currency: string, rate: string | null) {
  return (
    <>
      <Money amount={amount} currency={currency} />
      {rate && ` ${words.atRate(rate)}`}
    </>
  );
}

interface PaymentProgressProps {
  steps: PaymentStep[];
  /** The basis of the expected day. */
  from: ExpectedFrom | null;
  record: DateRecord | null;
  zone: string;
}

const ENDED = ["failed", "returned", "cancelled"];

/** One payment's way from approval to the account: what happened on which day, and what comes next. */
function PaymentProgress({ steps, from, record, zone }: PaymentProgressProps) {
  const next = steps.findIndex(({ at }) => !at);
  return (
    <div>
      <Title order={3} size="sm" mb="xs">
        {words.progress}
      </Title>
      <ol className={classes.line}>
        {steps.map(({ stage, at, expected }, index) => (
          <li
            key={stage}
            className={classes.step}
            data-done={at ? true : undefined}
            data-ended={ENDED.includes(stage) || undefined}
            aria-current={index === next ? "step" : undefined}
          >
            <Text size="sm" fw={at || index === next ? 500 : 400} c={at ? undefined : "dimmed"}>
              {words.steps[stage]}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {at ? (
                <DateText value={at} zone={zone} />
              ) : expected ? (
                <ExpectedDate day={expected} from={from} record={record} zone={zone} />
              ) : (
                <VisuallyHidden>{words.later}</VisuallyHidden>
              )}
            </Text>
          </li>
        ))}
      </ol>
    </div>
  );
}
