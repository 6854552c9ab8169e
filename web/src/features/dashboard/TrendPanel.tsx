import { SegmentedControl } from "@mantine/core";
import { useState } from "react";

import type { Dashboard, TrendPoint } from "@/api/gen/types.gen";
import { dashboard } from "@/text/publisher/dashboard";
import { formatMoney, formatNumber, formatShortDay } from "@/ui/base/format";
import { weekdayShift } from "@/ui/base/period";
import { Trend } from "@/ui/chart/Trend";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";

const FIGURES = ["commission", "clicks", "orders", "sales"] as const;
const HEIGHT = 288;
type Figure = (typeof FIGURES)[number];
const IN_MONEY: Figure[] = ["commission", "sales"];

/** One figure at a time, day by day, with the previous period dashed behind it. */
export function TrendPanel({ data }: { data: Dashboard }) {
  const [figure, setFigure] = useState<Figure>("commission");
  const { trend, compared_trend: before, totals } = data;
  const shift = weekdayShift(trend.length);
  const nothing = [...trend, ...before].every(({ clicks, orders }) => !clicks && !orders);
  const format = (value: number) =>
    IN_MONEY.includes(figure) ? formatMoney(value, totals.currency) : formatNumber(value);
  const at = (point: TrendPoint | undefined) => Number(point?.[figure] ?? 0);
  return (
    <Panel
      tall
      title={dashboard.trend}
      action={
        !nothing && (
          <SegmentedControl
            size="xs"
            aria-label={dashboard.figure}
            value={figure}
            onChange={(value) => setFigure(value as Figure)}
            data={FIGURES.map((value) => ({ value, label: dashboard[value] }))}
          />
        )
      }
    >
      {nothing ? (
        <EmptyState title={dashboard.noTrend} help={dashboard.noTrendHelp} />
      ) : (
        <Trend
          axis={dashboard.day}
          height={HEIGHT}
          name={dashboard[figure]}
          format={format}
          whole={!IN_MONEY.includes(figure)}
          running
          points={trend.map((point, index) => ({
            label: formatShortDay(point.date),
            now: at(point),
            before: index < shift ? undefined : at(before[index - shift]),
          }))}
        />
      )}
    </Panel>
  );
}
