import { Grid, Paper, SegmentedControl, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";

import type { Dashboard as Answer, Banner, Period } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { dashboard } from "@/text/publisher/dashboard";
import { formatDay } from "@/ui/base/format";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { PageHeader } from "@/ui/layout/PageHeader";

import { BalancePanel } from "./BalancePanel";
import { Banners } from "./Banners";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { LatestOrders } from "./LatestOrders";
import { PERIODS } from "./periods";
import { StatCards } from "./StatCards";
import { Tasks } from "./Tasks";
import { TopBrands } from "./TopBrands";
import { TopLinks } from "./TopLinks";
import { TrendPanel } from "./trend/TrendPanel";

const DAY = 86_400_000;

interface DashboardProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

/** Recent results, and what is still to be done. */
export function Dashboard({ period, onPeriod }: DashboardProps) {
  const answer = useQuery({
    ...query("/home/dashboard", { filter: { period } }),
    placeholderData: keepPreviousData,
  });
  const banners = useQuery(query("/home/banners"));
  const { error, isFetching, isPlaceholderData, refetch } = answer;
  // Both come at once, so that nothing is pushed down later.
  const data = useDeferredValue(banners.isPending ? undefined : answer.data);
  const hints = banners.data?.list ?? [];
  return (
    <>
      <PageHeader
        title={shell.dashboard}
        help={dashboard.help}
        note={data ? periodNote(data) : null}
        action={
          <SegmentedControl
            size="xs"
            aria-label={dashboard.period}
            value={period}
            onChange={(value) => onPeriod(value as Period)}
            data={PERIODS.map((value) => ({ value, label: dashboard.periods[value] }))}
          />
        }
      />
      {data ? (
        <Stack gap="lg" opacity={isPlaceholderData ? 0.5 : 1} aria-busy={isPlaceholderData}>
          <Panels data={data} banners={hints} />
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

function periodNote({ start_date, end_date, time_zone }: Answer) {
  const days = (Date.parse(end_date) - Date.parse(start_date)) / DAY + 1;
  const span = dashboard.span(days, formatDay(start_date), formatDay(end_date));
  return `${span} ${table.times(time_zone)}.`;
}

/** A newcomer without clicks or orders sees the first steps above the figures; what the network hints at comes after them. */
function Panels({ data, banners }: { data: Answer; banners: Banner[] }) {
  const { totals, compared_totals, tasks, latest_orders, top_links } = data;
  const quiet = [totals, compared_totals].every(({ clicks, orders }) => !clicks && !orders);
  const newcomer = quiet && latest_orders.length === 0 && top_links.length === 0;
  const left = tasks.some(({ done }) => !done);
  return (
    <>
      {newcomer && left && <Tasks tasks={tasks} first />}
      <StatCards data={data} />
      {banners.length > 0 && <Banners banners={banners} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <TrendPanel data={data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg" h="100%">
            <BalancePanel balance={data.balance} tall={newcomer || !left} />
            {!newcomer && left && <Tasks tasks={tasks} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <TopBrands brands={data.top_brands} currency={totals.currency} data={data} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <TopLinks links={top_links} currency={totals.currency} />
        </Grid.Col>
        <Grid.Col span={12}>
          <LatestOrders orders={latest_orders} zone={data.time_zone} />
        </Grid.Col>
      </Grid>
    </>
  );
}
