import type { Performance } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { report } from "@/text/reports/report";
import { formatMoney, formatNumber, orNothing } from "@/ui/base/format";
import { rejectedNote } from "@/ui/base/rejectedNote";
import { relativeChange } from "@/ui/base/relativeChange";
import { Stat } from "@/ui/chart/Stat";
import { longest, StatGrid } from "@/ui/chart/StatGrid";

/** The report's sums, with their change where it is compared. */
export function Totals({ answer: { totals, compared_totals: before } }: { answer: Performance }) {
  const { currency } = totals;
  const money = (amount: string) => formatMoney(amount, currency);
  const inMoney = useMoney()
    ? ([
        {
          figure: "commission",
          text: orNothing(totals.commission, money),
          note: rejectedNote(totals),
        },
        { figure: "sales", text: orNothing(totals.sales, money) },
      ] as const)
    : [];
  const cards = [
    ...inMoney,
    { figure: "orders", text: orNothing(totals.orders, formatNumber) },
    { figure: "clicks", text: orNothing(totals.clicks, formatNumber) },
  ] as const;
  const texts = cards.map(({ text }) => text);
  return (
    <StatGrid figures={texts}>
      {cards.map(({ figure, text, ...more }) => (
        <Stat
          key={figure}
          label={report.figures[figure]}
          figure={text}
          letters={longest(texts)}
          change={before ? relativeChange(totals[figure], before[figure]) : undefined}
          upIsGood
          {...more}
        />
      ))}
    </StatGrid>
  );
}
