import { Anchor, Stack, Text, Timeline, Title } from "@mantine/core";
import type { CaseStep, OrderCase } from "@/api/gen/types.gen";
import { cases } from "@/text/orders/case";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";

import { CASE_LOOKS } from "./searchParams";

interface CaseFactsProps {
  shown: OrderCase;
  zone: string;
  /** Whether its order can be gone to in the publisher's own list. */
  own?: boolean;
}

/** The claim about an order, and its messages. */
export function CaseFacts({ shown, zone, own }: CaseFactsProps) {
  const { kind, state, amount, currency, click_ref } = shown;
  const ofOrder = kind !== "unpaid" && kind !== "question";
  return (
    <>
      <Stack gap="xs">
        <DetailRow name={cases.state}>
          <StatusBadge state={CASE_LOOKS[state]}>{cases.states[state]}</StatusBadge>
        </DetailRow>
        <DetailRow name={cases.kind}>{cases.kinds[kind]}</DetailRow>
        {shown.topic && <DetailRow name={cases.topic}>{cases.topics[shown.topic]}</DetailRow>}
        {shown.brand_name && <DetailRow name={cases.brand}>{shown.brand_name}</DetailRow>}
        {shown.periods.length > 0 && (
          <DetailRow name={cases.periods}>{shown.periods.join(", ")}</DetailRow>
        )}
        {shown.pay_on && (
          <DetailRow name={cases.payOn}>
            <DateText value={shown.pay_on} />
          </DetailRow>
        )}
        {ofOrder && <OrderRows shown={shown} zone={zone} own={own} />}
        {amount != null && (
          <DetailRow name={AMOUNT_NAMES[kind] ?? cases.amount}>
            <Money amount={amount} currency={currency} fw={600} />
          </DetailRow>
        )}
        {shown.accepted_amount != null && (
          <DetailRow name={cases.acceptedAmount}>
            <Money amount={shown.accepted_amount} currency={currency} fw={600} />
          </DetailRow>
        )}
        {shown.accepted_comm != null && (
          <DetailRow name={cases.commission}>
            <Money amount={shown.accepted_comm} currency={currency} fw={600} />
          </DetailRow>
        )}
        {click_ref && <DetailRow name={cases.click}>{click_ref}</DetailRow>}
      </Stack>
      <Stack gap="sm" component="section" aria-label={cases.steps}>
        <Title order={3}>{cases.steps}</Title>
        <Timeline active={shown.steps.length - 1} bulletSize={12} lineWidth={2}>
          {shown.steps.map((step) => (
            <Timeline.Item key={`${step.at} ${step.to}`} title={stepTitle(step)} fz="sm">
              {step.note && <Text size="sm">{step.note}</Text>}
              {step.evidence.map((file) => (
                <div key={file.download_url}>
                  <Anchor href={file.download_url} size="sm">
                    {file.name}
                  </Anchor>
                </div>
              ))}
              <Hint>
                {cases.by[step.by]} · <DateText value={step.at} zone={zone} />
              </Hint>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
    </>
  );
}

const AMOUNT_NAMES: Partial<Record<OrderCase["kind"], string>> = {
  missing: cases.orderAmount,
  incorrect: cases.claimed,
  unpaid: cases.claimed,
};

/** The order of a case, which its publisher and the staff can go to. */
function OrderRows({ shown, zone, own }: CaseFactsProps) {
  const { oid, order_id, item_id, order_time } = shown;
  return (
    <>
      <DetailRow name={cases.order}>
        {oid ? (
          <AnchorLink
            {...(own
              ? { to: "/reports/transactions", search: { order_id, oid } }
              : { to: "/network/orders", search: { look: String(oid) } })}
            inherit
          >
            {order_id}
          </AnchorLink>
        ) : (
          order_id
        )}
      </DetailRow>
      {item_id && <DetailRow name={cases.item}>{item_id}</DetailRow>}
      <TimeRow name={cases.orderTime} value={order_time} zone={zone} />
    </>
  );
}

function stepTitle({ from, to }: CaseStep): string {
  if (to !== "open") return cases.step[to];
  return from === null ? cases.step.opened : cases.step.replied;
}
