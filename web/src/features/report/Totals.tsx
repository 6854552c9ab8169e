import { SimpleGrid } from "@mantine/core";

import type { Performance } from "@/api/gen/types.gen";
import { report } from "@/text/publisher/report";
import { Money, Num } from "@/ui/base/Numbers";
import { rejectedNote } from "@/ui/base/rejectedNote";
import { relativeChange } from "@/ui/base/relativeChange";
import { Stat } from "@/ui/chart/Stat";

/** The report's sums, with their change where it is compared. */
export function Totals({ answer: { totals, compared_totals: before } }: { answer: Performance }) {
  const { currency } = totals;
  const change = (figure: "clicks" | "orders" | "sales" | "commission") =>
    before ? relativeChange(totals[figure], before[figure]) : undefined;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Stat
        label={report.figures.commission}
        figure={<Money amount={totals.commission} currency={currency} />}
        change={change("commission")}
        upIsGood
        note={rejectedNote(totals)}
      />
      <Stat
        label={report.figures.sales}
        figure={<Money amount={totals.sales} currency={currency} />}
        change={change("sales")}
        upIsGood
      />
      <Stat
        label={report.figures.orders}
        figure={<Num value={totals.orders} />}
        change={change("orders")}
        upIsGood
      />
      <Stat
        label={report.figures.clicks}
        figure={<Num value={totals.clicks} />}
        change={change("clicks")}
        upIsGood
      />
    </SimpleGrid>
  );
}
