import {
  Divider,
  Grid,
  Group,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue } from "react";
import type { Dashboard as Answer, Banner, PaymentBalance, Period } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { seesMoney } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { dashboard } from "@/text/home/dashboard";
import { payment } from "@/text/payments/payment";
import { BalanceFlow, PAYMENTS } from "@/ui/balance/BalanceFlow";
import { STAGES } from "@/ui/balance/stages";
import { formatDay, formatMoney } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { lastDays } from "@/ui/base/period";
import { Callout } from "@/ui/feedback/Callout";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonCards } from "@/ui/feedback/Skeletons";
import { AsOf } from "@/ui/layout/AsOf";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { AlertsPanel } from "./AlertsPanel";
import { Banners } from "./Banners";
import { DEAREST } from "./dearest";
import { FirstSteps } from "./FirstSteps";
import { mayTake, progressOf } from "./firstSteps";
import { LatestOrders } from "./LatestOrders";
import { PERIODS } from "./periods";
import { StatCards } from "./StatCards";
import { Tasks } from "./Tasks";
import { TopBrands, TopLinks } from "./TopTable";
import { TrendPanel } from "./trend/TrendPanel";

const DAY = 86_400_000;
const FAILED = "failed_payment";

interface DashboardProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

/** Recent results, and open tasks. */
export function Dashboard({ period, onPeriod }: DashboardProps) {
  const answer = useSteadyQuery("/home/dashboard", { filter: { period } });
  const banners = useQuery(query("/home/banners"));
  const alerts = useQuery(query("/reports/alerts", DEAREST));
  const { error, isFetching, isPlaceholderData, refetch } = answer;
  // All come at once, so that nothing is pushed down later.
  const waits = banners.isPending || alerts.isPending;
  const data = useDeferredValue(waits ? undefined : answer.data);
  const hints = banners.data?.list ?? [];
  const hasFigures = !data || progressOf(data.tasks).hasFigures;
  const user = useUser();
  const { time_zone } = user;
  // Told before the figures arrive, so that the page's longest text is there from the first paint.
  const asked = { ...lastDays(Number.parseInt(period, 10), time_zone), time_zone };
  return (
    <>
      <PageHeader
        title={shell.dashboard}
        help={seesMoney(user) ? dashboard.help : dashboard.helpWithoutMoney}
        note={
          hasFigures ? (
            <>
              {periodNote(data ?? asked)}
              <AsOf at={data?.as_of} zone={data?.time_zone ?? time_zone} />
            </>
          ) : undefined
        }
        action={
          hasFigures && (
            <SegmentedControl
              size="xs"
              aria-label={dashboard.period}
              value={period}
              onChange={(value) => onPeriod(value as Period)}
              data={PERIODS.map((value) => ({ value, label: dashboard.periods[value] }))}
            />
          )
        }
      />
      {data ? (
        <Stack gap="lg" opacity={isPlaceholderData ? 0.5 : 1} aria-busy={isPlaceholderData}>
          <Panels data={data} banners={hints} alerts={<AlertsPanel answer={alerts} />} />
        </Stack>
      ) : error ? (
        <Paper>
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Paper>
      ) : (
        <DashboardSkeleton />
      )}
    </>
  );
}

function periodNote({
  start_date,
  end_date,
  time_zone,
}: Pick<Answer, "start_date" | "end_date" | "time_zone">) {
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY + 1;
  const span = dashboard.span(days, formatDay(start_date), formatDay(end_date));
  return `${span} ${table.times(time_zone)}.`;
}

interface PanelsProps {
  data: Answer;
  banners: Banner[];
  alerts: ReactNode;
}

/** Until the first order, the steps to it come first, and below them only panels with figures. */
function Panels({ data, banners, alerts }: PanelsProps) {
  const { totals, balance, latest_orders, top_links } = data;
  const failed = balance && Number(balance.needs_you) > 0;
  // A failure is shown once, above all else.
  const tasks = failed ? data.tasks.filter(({ name }) => name !== FAILED) : data.tasks;
  const { steps, others: rest, starting, hasFigures } = progressOf(tasks);
  const user = useUser();
  const others = rest.filter((task) => mayTake(user, task));
  const todo = starting ? others : tasks.filter((task) => mayTake(user, task));
  const left = todo.some(({ done }) => !done);
  const hasMoney = balance && STAGES.some((stage) => Number(balance[stage]) > 0);
  return (
    <>
      {failed && (
        <Callout
          state="rejected"
          title={payment.needsYou(formatMoney(balance.needs_you, balance.currency))}
        >
          <Text size="sm">{payment.needsYouHelp}</Text>
          <AnchorLink to="/payments/summary" search={{ status: "failed" }} hash={PAYMENTS}>
            {payment.seeFailed}
          </AnchorLink>
        </Callout>
      )}
      {starting && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: 8 }}>
            <FirstSteps steps={steps} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Stack gap="lg" h="100%">
              {balance && hasMoney && <BalancePanel balance={balance} />}
              {left && <Tasks title={dashboard.also} tasks={others} tall={!hasMoney} />}
            </Stack>
          </Grid.Col>
        </Grid>
      )}
      {alerts}
      {hasFigures && <StatCards data={data} />}
      {banners.length > 0 && <Banners banners={banners} />}
      {hasFigures && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, md: starting ? 12 : 8 }}>
            <TrendPanel data={data} first={starting ? "clicks" : "commission"} />
          </Grid.Col>
          {!starting && (
            <Grid.Col span={{ base: 12, md: 4 }}>
              <Stack gap="lg" h="100%">
                {balance && <BalancePanel balance={balance} tall={!left} />}
                {left && <Tasks tasks={todo} />}
              </Stack>
            </Grid.Col>
          )}
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TopBrands brands={data.top_brands} currency={totals.currency} data={data} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TopLinks links={top_links} currency={totals.currency} />
          </Grid.Col>
          {!starting && (
            <Grid.Col span={12}>
              <LatestOrders orders={latest_orders} zone={data.time_zone} />
            </Grid.Col>
          )}
        </Grid>
      )}
    </>
  );
}

/** The page's shape before its first answer. */
function DashboardSkeleton() {
  return (
    <Stack gap="lg">
      <SkeletonCards />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Skeleton h={352} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Skeleton h={352} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Skeleton h={260} radius="lg" />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Skeleton h={260} radius="lg" />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

/** All commission and bonuses to date by stage, and what comes next. */
function BalancePanel({ balance, tall }: { balance: PaymentBalance; tall?: boolean }) {
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
      <Hint>{dashboard.balanceHelp}</Hint>
      <BalanceFlow balance={balance} />
      <Divider />
      <Stack gap={4}>
        <Hint>{next ? payment.nextScheduled : payment.next}</Hint>
        {next ? (
          <>
            <Group justify="space-between">
              <Text>{payment.nextDay(formatDay(next.day))}</Text>
              <Money amount={next.likely} currency={currency} fw={600} />
            </Group>
            <Hint>
              {payment.nextRange(formatMoney(next.low, currency), formatMoney(next.high, currency))}
            </Hint>
          </>
        ) : (
          <Text>{payment.noSchedule}</Text>
        )}
      </Stack>
    </Panel>
  );
}
