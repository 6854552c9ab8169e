import { Group, SimpleGrid, Text } from "@mantine/core";

import type { Settlement } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { payment as words } from "@/text/publisher/payment";
import { formatMonth } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { SETTLEMENT_LOOKS } from "@/ui/base/moneyLooks";
import { Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Panel } from "@/ui/layout/Panel";

/** Which settlement it is: its brand, month and state, and the payment it is in. */
export function SettlementFacts({ row, zone }: { row: Settlement; zone: string }) {
  const { settlement_id, state, brand_name, note, period, type, payment_id } = row;
  return (
    <Panel title={words.settlementTitle(settlement_id)}>
      <Group gap="sm">
        <StatusBadge state={SETTLEMENT_LOOKS[state]}>{words.settlementStates[state]}</StatusBadge>
        <Text size="xs" c="dimmed">
          {table.times(zone)}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" verticalSpacing="xs">
        <DetailRow name={brand_name ? words.brand : words.reason}>
          {brand_name ?? (note || words.noBrand)}
        </DetailRow>
        <DetailRow name={words.period}>{formatMonth(`${period}-01`)}</DetailRow>
        <DetailRow name={words.type}>{words.types[type]}</DetailRow>
        <DetailRow name={words.amount}>
          <Money amount={row.amount} currency={row.currency} />
        </DetailRow>
        {payment_id !== null && (
          <DetailRow name={words.number}>
            <AnchorLink to="/payments/details" search={{ payment_id }} inherit>
              {payment_id}
            </AnchorLink>
          </DetailRow>
        )}
      </SimpleGrid>
    </Panel>
  );
}
