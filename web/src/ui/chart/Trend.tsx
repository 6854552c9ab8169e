import { Box, Button, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { table } from "@/text/core/table";

import { useInView } from "@/ui/base/useInView";
import type { TrendChartProps } from "./lazy/TrendChart";
import { TrendTable } from "./TrendTable";

const TrendChart = lazy(() =>
  import("./lazy/TrendChart").then(({ TrendChart }) => ({ default: TrendChart })),
);

const HEIGHT = 240;

type TrendProps = Omit<TrendChartProps, "beforeName"> & {
  /** The minimum height in pixels; it grows with its panel. */
  height?: number;
  /** The header of the table's first column. */
  axis: string;
};

/** A figure over time: a chart that loads on demand, and the same as a table for people who cannot see it. */
export function Trend({ axis, height = HEIGHT, ...chart }: TrendProps) {
  const [asTable, setAsTable] = useState(false);
  const [box, inView] = useInView<HTMLDivElement>();
  const waiting = <Skeleton h="100%" />;
  return (
    <figure aria-label={chart.name} className="portal-figure">
      <Box
        ref={box}
        role="img"
        aria-label={chart.name}
        pos="relative"
        flex={1}
        w="100%"
        mih={height}
      >
        <Box pos="absolute" inset={0}>
          <Suspense fallback={waiting}>
            {inView ? <TrendChart {...chart} beforeName={table.before} /> : waiting}
          </Suspense>
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
      {asTable && (
        <TrendTable axis={axis} name={chart.name} points={chart.points} format={chart.format} />
      )}
    </figure>
  );
}
