import { Group, Stack, Text } from "@mantine/core";

import type { PaymentProof } from "@/api/gen/types.gen";
import { payment as words } from "@/text/publisher/payment";
import { formatMoney } from "@/ui/base/format";
import { Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Callout } from "@/ui/feedback/Callout";
import { Panel } from "@/ui/layout/Panel";

/** Orders, settlements and a payment beside each other, and each difference between them. */
export function ProofPanel({ proof }: { proof: PaymentProof }) {
  const { currency, differences } = proof;
  const sums = [
    [words.proofOrders, proof.orders],
    [words.proofBonuses, proof.bonuses],
    [words.proofSettlements, proof.settlements],
    [words.proofPayment, proof.gross],
  ] as const;
  return (
    <Panel title={words.proof(proof.payment_id)}>
      <Text size="xs" c="dimmed">
        {words.proofHelp}
      </Text>
      <Stack gap="xs" maw={420}>
        {sums.map(([name, amount]) => (
          <Group key={name} justify="space-between">
            <Text>{name}</Text>
            <Money amount={amount} currency={currency} fw={600} />
          </Group>
        ))}
      </Stack>
      {differences.length === 0 ? (
        <div>
          <StatusBadge state="approved">{words.addsUp}</StatusBadge>
        </div>
      ) : (
        <Callout state="rejected" title={words.differs}>
          {differences.map(({ settlement_id, expected, found }) => (
            <Text key={`${settlement_id} ${found}`}>
              {words.difference(
                settlement_id === null
                  ? words.proofPayment
                  : `${words.settlement} ${settlement_id}`,
                formatMoney(found, currency),
                formatMoney(expected, currency),
              )}
            </Text>
          ))}
        </Callout>
      )}
    </Panel>
  );
}
