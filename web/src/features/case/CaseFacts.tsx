import { Anchor, Stack, Text, Timeline, Title } from "@mantine/core";

import type { CaseStep, OrderCase } from "@/api/gen/types.gen";
import { cases } from "@/text/reports/case";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { DetailRow } from "@/ui/layout/DetailRow";

import { CASE_LOOKS } from "./search";

interface CaseFactsProps {
  shown: OrderCase;
  zone: string;
  /** Whether its order can be gone to in the publisher's own list. */
  own?: boolean;
}

/** What is claimed of an order, and what has been said about it. */
export function CaseFacts({ shown, zone, own }: CaseFactsProps) {
  const { kind, state, oid, order_id, amount, currency, item_id, click_ref } = shown;
  return (
    <>
      <Stack gap="xs">
        <DetailRow name={cases.state}>
          <StatusBadge state={CASE_LOOKS[state]}>{cases.states[state]}</StatusBadge>
        </DetailRow>
        <DetailRow name={cases.kind}>{cases.kinds[kind]}</DetailRow>
        <DetailRow name={cases.brand}>{shown.brand_name}</DetailRow>
        <DetailRow name={cases.order}>
          {own && oid ? (
            <AnchorLink to="/reports/transactions" search={{ order_id, oid }} inherit>
              {order_id}
            </AnchorLink>
          ) : (
            order_id
          )}
        </DetailRow>
        {item_id && <DetailRow name={cases.item}>{item_id}</DetailRow>}
        <DetailRow name={cases.orderTime}>
          <DateText value={shown.order_time} zone={zone} />
        </DetailRow>
        {amount !== null && (
          <DetailRow name={kind === "missing" ? cases.orderAmount : cases.amount}>
            <Money amount={amount} currency={currency} fw={600} />
          </DetailRow>
        )}
        {shown.accepted_amount !== null && (
          <DetailRow name={cases.acceptedAmount}>
            <Money amount={shown.accepted_amount} currency={currency} fw={600} />
          </DetailRow>
        )}
        {shown.accepted_comm !== null && (
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
              <Text size="xs" c="dimmed">
                {cases.by[step.by]} · <DateText value={step.at} zone={zone} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
    </>
  );
}

function stepTitle({ from, to }: CaseStep): string {
  if (to !== "open") return cases.step[to];
  return from === null ? cases.step.opened : cases.step.replied;
}
