import { Box, Button } from "@mantine/core";
import { useState } from "react";

import { table } from "@/text/core/table";

import { LineChart, type LineChartProps } from "./LineChart";
import { TrendTable } from "./TrendTable";

const HEIGHT = 240;

export interface TrendPoint {
  /** The label on the axis, such as a formatted day. */
  label: string;
  now: number;
  before?: number;
}

interface TrendProps extends Pick<LineChartProps, "format" | "whole"> {
  points: TrendPoint[];
  /** What the line is: `Commission (USD)`. */
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
  const [asTable, setAsTable] = useState(false);
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
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        ml={-8}
        mt={4}
        w="fit-content"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? table.hideTable : table.showTable}
      </Button>
      {asTable && <TrendTable axis={axis} name={name} points={points} format={format} />}
    </figure>
  );
}
