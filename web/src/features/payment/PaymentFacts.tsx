import { Group, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { Payment } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { table } from "@/text/core/table";
import { payment as words } from "@/text/publisher/payment";
import { paymentMethod as methods } from "@/text/publisher/paymentMethod";
import { AnchorLink } from "@/ui/base/links";
import { PAYMENT_LOOKS } from "@/ui/base/moneyLooks";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Callout } from "@/ui/feedback/Callout";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Panel } from "@/ui/layout/Panel";
import { summaryInput } from "./search";

/** Where one payment stands: its state, dates and amounts, and what to do if it did not arrive. */
export function PaymentFacts({ payment_id }: { payment_id: number }) {
  const { time_zone: zone } = useUser();
  const { filter, page } = summaryInput({});
  const { data } = useQuery(
    query("/payments/summary", { filter: { ...filter, payment_id }, page }),
  );
  const row = data?.list.find((each) => each.payment_id === payment_id);
  if (!row) return null;
  return (
    <Panel title={words.title(payment_id)}>
      <Group gap="sm">
        <StatusBadge state={PAYMENT_LOOKS[row.status]}>{words.states[row.status]}</StatusBadge>
        <Text size="xs" c="dimmed">
          {table.times(zone)}
        </Text>
      </Group>
      {row.failure_reason && <Problem row={row} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="xs">
        {factsOf(row, zone).map(([name, value]) => (
          <DetailRow key={name} name={name}>
            {value}
          </DetailRow>
        ))}
      </SimpleGrid>
    </Panel>
  );
}

/** Why a payment failed or came back, and where to mend it. */
export function Problem({ row: { payment_id, status, failure_reason } }: { row: Payment }) {
  const what = status === "returned" ? words.cameBack : words.failed;
  return (
    <Callout state="rejected" title={what(payment_id, failure_reason ?? "")}>
      <AnchorLink to="/settings/payment">{words.checkMethod}</AnchorLink>
    </Callout>
  );
}

function factsOf(row: Payment, zone: string) {
  const at = (value: string | null) => <DateText value={value} zone={zone} />;
  const money = (amount: string) => <Money amount={amount} currency={row.currency} />;
  const kind = methods.kinds[row.method as keyof typeof methods.kinds];
  return [
    [words.requestDate, at(row.request_date)],
    [words.sentDate, at(row.sent_date)],
    [words.paidDate, at(row.paid_date)],
    [words.method, methods.named(kind, row.payee)],
    [words.gross, money(row.gross)],
    [words.fee, money(row.fee)],
    [words.net, money(row.net)],
    [words.arrives, <Money key="" amount={row.payout_amount} currency={row.payout_currency} />],
    [words.trace, row.trace_id ?? "–"],
  ] as const;
}
