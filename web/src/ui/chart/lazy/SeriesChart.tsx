import "@mantine/charts/styles.css";

import { LineChart } from "@mantine/charts";

import { formatTick } from "@/ui/base/format";
import { CATEGORY_COLORS } from "@/ui/base/theme";

export interface SeriesChartProps {
  /** A row per place on the axis: its label, and a value for each series by name. */
  points: Array<{ label: string } & Record<string, string | number>>;
  names: string[];
  format: (value: number) => string;
  height: number;
}

/** Several lines over time, in the order of the palette. */
export function SeriesChart({ points, names, format, height }: SeriesChartProps) {
  return (
    <LineChart
      h={height}
      data={points}
      dataKey="label"
      series={names.map((name, place) => ({
        name,
        color: CATEGORY_COLORS[place % CATEGORY_COLORS.length] ?? "indigo.6",
      }))}
      curveType="linear"
      strokeWidth={2}
      withDots={points.length === 1}
      gridAxis="x"
      tickLine="none"
      withLegend
      legendProps={{ verticalAlign: "bottom" }}
      valueFormatter={format}
      yAxisProps={{ width: 64, tickFormatter: (value: number) => formatTick(format(value)) }}
      xAxisProps={{ minTickGap: 32 }}
      // Half of the topmost label is above its line.
      lineChartProps={{ margin: { top: 8 } }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
