import { SimpleGrid } from "@mantine/core";

import type { Dashboard } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { Money, Num } from "@/ui/base/Numbers";
import { relativeChange } from "@/ui/base/relativeChange";
import { Stat } from "@/ui/chart/Stat";

/** The four figures one looks at first. */
export function StatCards({ data }: { data: Dashboard }) {
  const { totals: now, compared_totals: before, trend } = data;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Stat
        label={dashboard.commission}
        figure={<Money amount={now.commission} currency={now.currency} />}
        change={relativeChange(now.commission, before.commission)}
        upIsGood
        trend={trend.map(({ commission }) => Number(commission))}
      />
      <Stat
        label={dashboard.orders}
        figure={<Num value={now.orders} />}
        change={relativeChange(now.orders, before.orders)}
        upIsGood
        trend={trend.map(({ orders }) => orders)}
      />
      <Stat
        label={dashboard.clicks}
        figure={<Num value={now.clicks} />}
        change={relativeChange(now.clicks, before.clicks)}
        upIsGood
        trend={trend.map(({ clicks }) => clicks)}
      />
      <Stat
        label={dashboard.epc}
        figure={<Money amount={now.epc} currency={now.currency} />}
        change={relativeChange(now.epc, before.epc)}
        upIsGood
        trend={trend.map(({ commission, clicks }) => (clicks ? Number(commission) / clicks : 0))}
      />
    </SimpleGrid>
  );
}
