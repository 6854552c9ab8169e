import { Group, Stack, Text } from "@mantine/core";

import type { Balance } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Panel } from "@/ui/layout/Panel";

const STAGES = ["pending", "approved", "paid"] as const;

interface BalancePanelProps {
  balance: Balance;
  tall?: boolean;
}

/** All commission to date, by status. */
export function BalancePanel({ balance, tall }: BalancePanelProps) {
  return (
    <Panel tall={tall} title={dashboard.balance}>
      <Text size="xs" c="dimmed">
        {dashboard.balanceHelp}
      </Text>
      <Stack gap="sm">
        {STAGES.map((stage) => (
          <Group key={stage} justify="space-between">
            <StatusBadge state={stage}>{dashboard[stage]}</StatusBadge>
            <Money amount={balance[stage]} currency={balance.currency} fw={600} />
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}
