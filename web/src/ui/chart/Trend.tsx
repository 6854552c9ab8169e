import { Box } from "@mantine/core";
import { table } from "@/text/core/table";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { AsTable } from "./AsTable";
import { LineChart, type LineChartProps } from "./LineChart";

const HEIGHT = 240;

export interface TrendPoint {
  /** The label on the axis, such as a formatted day. */
  label: string;
  /** Undefined where there is none, such as a rate of nothing. */
  now: number | undefined;
  before?: number | undefined;
}

interface TrendProps extends Pick<LineChartProps, "format" | "whole"> {
  points: TrendPoint[];
  /** The name of the line: `Commission (USD)`. */
  name: string;
  /** The last point's time is not over. */
  running?: boolean;
  /** The minimum height in pixels; it grows with its panel. */
  height?: number;
  /** The header of the table's first column. */
  axis: string;
}

/** A figure over time: a chart, and the same as a table for people who cannot see it. */
export function Trend({ axis, height = HEIGHT, running, ...chart }: TrendProps) {
  const { name, points, format, whole } = chart;
  const compared = points.some(({ before }) => before !== undefined);
  return (
    <figure aria-label={chart.name} className="portal-figure">
      <Box role="img" aria-label={chart.name} pos="relative" flex={1} w="100%" mih={height}>
        <Box pos="absolute" inset={0}>
          <LineChart
            labels={points.map(({ label }) => label)}
            lines={[
              ...(compared
                ? [
                    {
                      name: table.before,
                      color: "var(--portal-compared)",
                      dashed: true,
                      values: points.map(({ before }) => before),
                    },
                  ]
                : []),
              {
                name,
                color: "var(--mantine-primary-color-filled)",
                values: points.map(({ now }) => now),
              },
            ]}
            format={format}
            whole={whole}
            part={running ? table.soFar : undefined}
          />
        </Box>
      </Box>
      <AsTable>
        <TrendTable axis={axis} name={name} points={points} format={format} />
      </AsTable>
    </figure>
  );
}

interface TrendTableProps {
  name: string;
  points: TrendPoint[];
  format: (value: number) => string;
  axis: string;
}

/** A chart's points as a table, for people who cannot see it. */
function TrendTable({ axis, name, points, format }: TrendTableProps) {
  const compared = points.some(({ before }) => before !== undefined);
  return (
    <Box mah={320} className="portal-scroll" tabIndex={0} role="region" aria-label={name}>
      <SmallTable label={name}>
        <thead>
          <tr>
            <Head>{axis}</Head>
            <Head numeric>{name}</Head>
            {compared && <Head numeric>{table.before}</Head>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, now, before }) => (
            <tr key={label}>
              <Cell>{label}</Cell>
              <Cell numeric>{now === undefined ? "–" : format(now)}</Cell>
              {compared && <Cell numeric>{before !== undefined && format(before)}</Cell>}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Box>
  );
}
