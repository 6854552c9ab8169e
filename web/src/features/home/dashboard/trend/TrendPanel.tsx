import { SegmentedControl } from "@mantine/core";
import { useState } from "react";

import type { Dashboard, TrendPoint } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { dashboard } from "@/text/home/dashboard";
import { formatMoney, formatNumber } from "@/ui/base/format";
import { Trend } from "@/ui/chart/Trend";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";

import { isByWeek, trendPoints } from "./trendPoints";

const FIGURES = ["commission", "clicks", "orders", "sales"] as const;
const HEIGHT = 288;
type Figure = (typeof FIGURES)[number];
const IN_MONEY: Figure[] = ["commission", "sales"];

/** One figure at a time, by day or, over many days, by week, with the previous period dashed behind it. */
export function TrendPanel({ data, first }: { data: Dashboard; first: Figure }) {
  const seesMoney = useMoney();
  const figures = FIGURES.filter((each) => seesMoney || !IN_MONEY.includes(each));
  const [figure, setFigure] = useState<Figure>(figures.includes(first) ? first : "clicks");
  const { trend, compared_trend: before, totals } = data;
  const nothing = [...trend, ...before].every(({ clicks, orders }) => !clicks && !orders);
  const format = (value: number) =>
    IN_MONEY.includes(figure) ? formatMoney(value, totals.currency) : formatNumber(value);
  const figureOf = (point: TrendPoint) => Number(point[figure]);
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
            data={figures.map((value) => ({ value, label: dashboard[value] }))}
          />
        )
      }
    >
      {nothing ? (
        <EmptyState title={dashboard.noTrend} help={dashboard.noTrendHelp} />
      ) : (
        <Trend
          axis={isByWeek(trend) ? dashboard.week : dashboard.day}
          height={HEIGHT}
          name={dashboard[figure]}
          format={format}
          whole={!IN_MONEY.includes(figure)}
          running
          points={trendPoints(trend, before, figureOf)}
        />
      )}
    </Panel>
  );
}
