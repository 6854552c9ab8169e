import { Button, Grid, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { PaymentBalance } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { payment as words } from "@/text/payments/payment";
import { BalanceFlow, PAYMENTS } from "@/ui/balance/BalanceFlow";
import { formatDay, formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { overlay } from "@/ui/base/overlay";
import { Callout } from "@/ui/feedback/Callout";
import { QueryError } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import { daysLate } from "./ExpectedDate";
import { onTheWayInput } from "./inputs";
import { PaidMonths } from "./PaidMonths";

const ScheduleModal = overlay(() =>
  import("./ScheduleModal").then(({ ScheduleModal }) => ScheduleModal),
);

/** Commission and bonuses by stage, payments by month, and the next payment. */
export function Balance({ mayEdit }: { mayEdit: boolean }) {
  const answer = useQuery(query("/payments/balance"));
  const { data } = answer;
  if (!data) {
    return answer.error ? (
      <Paper>
        <QueryError of={answer} what={words.balance} />
      </Paper>
    ) : null;
  }
  return (
    <Stack gap="sm">
      <Panel title={words.flow}>
        <BalanceFlow balance={data} />
      </Panel>
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <PaidMonths balance={data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <NextPayment balance={data} mayEdit={mayEdit} />
        </Grid.Col>
      </Grid>
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
      tall
      title={next ? words.nextScheduled : words.next}
      action={
        mayEdit && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {words.schedule}
          </Button>
        )
      }
    >
      <Stack gap="xs">
        {balance.schedule_failure && (
          <Callout state="rejected" title={words.scheduleWaits(balance.schedule_failure)}>
            <Text size="sm">{words.scheduleWaitsHelp}</Text>
            <AnchorLink to="/settings/payment">{words.scheduleWaitsLink}</AnchorLink>
          </Callout>
        )}
        {next ? (
          <>
            <Text fw={600}>{words.nextDay(formatDay(next.day))}</Text>
            <Text>{words.nextLikely(money(next.likely))}</Text>
            <Text c="dimmed">{words.nextRange(money(next.low), money(next.high))}</Text>
          </>
        ) : (
          <Text>{enough ? words.noSchedule : words.notYet(money(minimum))}</Text>
        )}
        <OnTheWay balance={balance} />
        {(next || enough) && <Text c="dimmed">{words.minimum(money(minimum))}</Text>}
      </Stack>
      {editing && <ScheduleModal balance={balance} onClosed={() => setEditing(false)} />}
    </Panel>
  );
}

/**
 * The amount in payments under way, which the next payment does not include, and when the last of
 * them should arrive.
 */
function OnTheWay({ balance: { on_the_way, currency } }: { balance: PaymentBalance }) {
  const { time_zone: zone } = useUser();
  const any = Number(on_the_way) > 0;
  const { data } = useQuery({ ...query("/payments/summary", onTheWayInput()), enabled: any });
  if (!any) return null;
  const [latest] = (data?.list ?? [])
    .flatMap(({ expected_date: day, expected_from: from }) => (day ? [{ day, from }] : []))
    .sort((one, other) => other.day.localeCompare(one.day));
  return (
    <AnchorLink to="/payments/summary" search={{ status: "on_the_way" }} hash={PAYMENTS}>
      {words.alsoOnTheWay(
        formatMoney(on_the_way, currency),
        latest && {
          day: formatDay(latest.day),
          usual: latest.from === "past",
          late: daysLate(latest.day, zone),
        },
      )}
    </AnchorLink>
  );
}
