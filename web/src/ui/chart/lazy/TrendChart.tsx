import "@mantine/charts/styles.css";

import { LineChart } from "@mantine/charts";

import { formatTick } from "@/ui/base/format";

export interface TrendPoint {
  /** The label on the axis, such as a formatted day. */
  label: string;
  now: number;
  before?: number;
}

export interface TrendChartProps {
  points: TrendPoint[];
  /** What the line is: `Commission (USD)`. */
  name: string;
  beforeName: string;
  format: (value: number) => string;
}

/** The current period in the accent colour; the compared one in the same hue, lighter and dashed. */
export function TrendChart({ points, name, beforeName, format }: TrendChartProps) {
  const compared = points.some(({ before }) => before !== undefined);
  return (
    <LineChart
      h="100%"
      data={points.map(({ label, now, before }) => ({ label, [name]: now, [beforeName]: before }))}
      dataKey="label"
      series={[
        ...(compared
          ? [{ name: beforeName, color: "var(--portal-compared)", strokeDasharray: "4 4" }]
          : []),
        { name, color: "var(--mantine-primary-color-filled)" },
      ]}
      curveType="linear"
      strokeWidth={2}
      withDots={points.length === 1}
      gridAxis="x"
      tickLine="none"
      withLegend={compared}
      valueFormatter={format}
      yAxisProps={{ width: 64, tickFormatter: (value: number) => formatTick(format(value)) }}
      xAxisProps={{ minTickGap: 32 }}
      // Half of the topmost label is above its line, where there is no legend.
      lineChartProps={{ margin: { top: compared ? 0 : 8 } }}
      lineProps={{ isAnimationActive: false }}
    />
  );
}
