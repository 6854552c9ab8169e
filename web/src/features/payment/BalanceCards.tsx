import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";

import type { PaymentBalance } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { payment as words } from "@/text/publisher/payment";
import { formatDay, formatMoney } from "@/ui/base/format";
import { Stat } from "@/ui/chart/Stat";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";

const ScheduleModal = lazy(() =>
  import("./ScheduleModal").then(({ ScheduleModal }) => ({ default: ScheduleModal })),
);
const STAGES = ["pending", "approved", "withdrawable", "on_the_way", "paid"] as const;

/** All commission and bonuses by stage, and the next payment. */
export function BalanceCards({ mayEdit }: { mayEdit: boolean }) {
  const answer = useQuery(query("/payments/balance"));
  const { data } = answer;
  if (!data) {
    return answer.error ? (
      <Paper>
        <ErrorState
          what={words.balance}
          error={answer.error}
          busy={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      </Paper>
    ) : (
      <Skeleton h={176} radius="lg" />
    );
  }
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        {STAGES.map((stage) => (
          <Stat
            key={stage}
            label={words.stages[stage]}
            figure={formatMoney(data[stage], data.currency)}
          />
        ))}
      </SimpleGrid>
      <NextPayment balance={data} mayEdit={mayEdit} />
    </Stack>
  );
}

function NextPayment({ balance, mayEdit }: { balance: PaymentBalance; mayEdit: boolean }) {
  const [editing, setEditing] = useState(false);
  const { next_payment: next, currency, minimum } = balance;
  const money = (amount: string) => formatMoney(amount, currency);
  const enough = Number(balance.withdrawable) >= Number(minimum);
  return (
    <Panel
      title={words.next}
      action={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {words.schedule}
          </Button>
        )
      }
    >
      <Group gap="lg" style={{ rowGap: 4 }}>
        {next ? (
          <>
            <Text fw={600}>{words.nextDay(formatDay(next.day))}</Text>
            <Text>{words.nextLikely(money(next.likely))}</Text>
            <Text c="dimmed">{words.nextRange(money(next.low), money(next.high))}</Text>
          </>
        ) : (
          <Text>{enough ? words.noSchedule : words.notYet(money(minimum))}</Text>
        )}
        {(next || enough) && <Text c="dimmed">{words.minimum(money(minimum))}</Text>}
      </Group>
      {editing && (
        <Suspense>
          <ScheduleModal balance={balance} onClosed={() => setEditing(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
