import { SimpleGrid } from "@mantine/core";

import type { Dashboard } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { Money, Num } from "@/ui/base/Numbers";
import { rejectedNote } from "@/ui/base/rejectedNote";
import { relativeChange } from "@/ui/base/relativeChange";
import { Stat } from "@/ui/chart/Stat";

/** The four figures one looks at first. */
export function StatCards({ data }: { data: Dashboard }) {
  const { totals: now, compared_totals: before, trend, start_date, end_date } = data;
  const days = { start_date, end_date };
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Stat
        label={dashboard.commission}
        link={{ to: "/reports/performance", search: days }}
        figure={<Money amount={now.commission} currency={now.currency} />}
        change={relativeChange(now.commission, before.commission)}
        upIsGood
        note={rejectedNote(now)}
        trend={trend.map(({ commission }) => Number(commission))}
      />
      <Stat
        label={dashboard.orders}
        link={{ to: "/reports/transactions", search: days }}
        figure={<Num value={now.orders} />}
        change={relativeChange(now.orders, before.orders)}
        upIsGood
        trend={trend.map(({ orders }) => orders)}
      />
      <Stat
        label={dashboard.clicks}
        link={{ to: "/reports/performance", search: { ...days, figure: "clicks" } }}
        figure={<Num value={now.clicks} />}
        change={relativeChange(now.clicks, before.clicks)}
        upIsGood
        trend={trend.map(({ clicks }) => clicks)}
      />
      <Stat
        label={dashboard.epc}
        link={{
          to: "/reports/performance",
          search: { ...days, group_by: ["brand"], sort: "-epc" },
        }}
        figure={<Money amount={now.epc} currency={now.currency} />}
        change={relativeChange(now.epc, before.epc)}
        upIsGood
        trend={trend.map(({ commission, clicks }) => (clicks ? Number(commission) / clicks : 0))}
      />
    </SimpleGrid>
  );
}
