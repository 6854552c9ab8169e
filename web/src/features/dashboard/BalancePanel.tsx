import { Divider, Group, Stack, Text } from "@mantine/core";

import type { PaymentBalance } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { payment } from "@/text/publisher/payment";
import { formatDay, formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Panel } from "@/ui/layout/Panel";

/** The stages of money, each with the look of the state it is nearest to. */
const STAGES = [
  ["pending", "pending"],
  ["approved", "approved"],
  ["withdrawable", "approved"],
  ["on_the_way", "pending"],
  ["paid", "paid"],
] as const;

interface BalancePanelProps {
  balance: PaymentBalance;
  tall?: boolean;
}

/** All commission and bonuses to date by stage, and what comes next. */
export function BalancePanel({ balance, tall }: BalancePanelProps) {
  const { currency, next_payment: next } = balance;
  return (
    <Panel
      tall={tall}
      title={dashboard.balance}
      action={
        <AnchorLink to="/payments/summary" size="sm">
          {dashboard.payments}
        </AnchorLink>
      }
    >
      <Text size="xs" c="dimmed">
        {dashboard.balanceHelp}
      </Text>
      <Stack gap="sm">
        {STAGES.map(([stage, look]) => (
          <Group key={stage} justify="space-between">
            <StatusBadge state={look}>{payment.stages[stage]}</StatusBadge>
            <Money amount={balance[stage]} currency={currency} fw={600} />
          </Group>
        ))}
      </Stack>
      <Divider />
      <Stack gap={4}>
        <Text size="xs" c="dimmed">
          {payment.next}
        </Text>
        {next ? (
          <>
            <Group justify="space-between">
              <Text>{payment.nextDay(formatDay(next.day))}</Text>
              <Money amount={next.likely} currency={currency} fw={600} />
            </Group>
            <Text size="xs" c="dimmed">
              {payment.nextRange(formatMoney(next.low, currency), formatMoney(next.high, currency))}
            </Text>
          </>
        ) : (
          <Text>{payment.noSchedule}</Text>
        )}
      </Stack>
    </Panel>
  );
}
