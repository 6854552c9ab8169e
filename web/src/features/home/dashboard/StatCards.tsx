import type { Dashboard } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { dashboard } from "@/text/home/dashboard";
import { formatMoney, formatNumber, orNothing } from "@/ui/base/format";
import { rejectedNote } from "@/ui/base/rejectedNote";
import { relativeChange } from "@/ui/base/relativeChange";
import { Stat } from "@/ui/chart/Stat";
import { longest, StatGrid } from "@/ui/chart/StatGrid";

/** The four most important figures; the two in money only for users who see amounts. */
export function StatCards({ data }: { data: Dashboard }) {
  const { totals: now, compared_totals: before, trend, start_date, end_date } = data;
  const days = { start_date, end_date };
  const seesMoney = useMoney();
  const money = (amount: string) => formatMoney(amount, now.currency);
  const [commission, epc] = seesMoney
    ? [orNothing(now.commission, money), orNothing(now.epc, money)]
    : [];
  const [orders, clicks] = [
    orNothing(now.orders, formatNumber),
    orNothing(now.clicks, formatNumber),
  ];
  const figures = [commission, orders, clicks, epc].filter((text) => text !== undefined);
  const letters = longest(figures);
  return (
    <StatGrid figures={figures}>
      {commission !== undefined && (
        <Stat
          label={dashboard.commission}
          link={{ to: "/reports/performance", search: days }}
          figure={commission}
          letters={letters}
          change={relativeChange(now.commission, before.commission)}
          upIsGood
          note={rejectedNote(now)}
          trend={trend.map(({ commission }) => Number(commission))}
        />
      )}
      <Stat
        label={dashboard.orders}
        link={{ to: "/reports/transactions", search: days }}
        figure={orders}
        letters={letters}
        change={relativeChange(now.orders, before.orders)}
        upIsGood
        trend={trend.map(({ orders }) => orders)}
      />
      <Stat
        label={dashboard.clicks}
        link={{ to: "/reports/performance", search: { ...days, figure: "clicks" } }}
        figure={clicks}
        letters={letters}
        change={relativeChange(now.clicks, before.clicks)}
        upIsGood
        trend={trend.map(({ clicks }) => clicks)}
      />
      {epc !== undefined && (
        <Stat
          label={dashboard.epc}
          link={{
            to: "/reports/performance",
            search: { ...days, group_by: ["brand"], sort: "-epc" },
          }}
          figure={epc}
          letters={letters}
          change={relativeChange(now.epc, before.epc)}
          upIsGood
          // Of the unfinished last day the clicks are few, and the share of them means nothing.
          trend={trend
            .slice(0, -1)
            .map(({ commission, clicks }) => (clicks ? Number(commission) / clicks : 0))}
        />
      )}
    </StatGrid>
  );
}
