import { Button, Skeleton, Table } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { table } from "@/text/table";

import type { TrendChartProps } from "./TrendChart";

const TrendChart = lazy(() =>
  import("./TrendChart").then(({ TrendChart }) => ({ default: TrendChart })),
);

const HEIGHT = 240;

type TrendProps = Omit<TrendChartProps, "height" | "beforeName"> & {
  height?: number;
  /** The head of the first column of the table. */
  axis: string;
};

/** A figure over time: a chart that loads late, and the same as a table for whoever cannot see it. */
export function Trend({ axis, height = HEIGHT, ...chart }: TrendProps) {
  const [asTable, setAsTable] = useState(false);
  const compared = chart.points.some(({ before }) => before !== undefined);
  return (
    <figure aria-label={chart.name} className="portal-figure">
      <div role="img" aria-label={chart.name}>
        <Suspense fallback={<Skeleton h={height} />}>
          <TrendChart {...chart} beforeName={table.before} height={height} />
        </Suspense>
      </div>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAsTable(!asTable)}>
        {asTable ? table.hideTable : table.showTable}
      </Button>
      {asTable && (
        <Table.ScrollContainer minWidth={0} mah={320}>
          <Table fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{axis}</Table.Th>
                <Table.Th ta="right">{chart.name}</Table.Th>
                {compared && <Table.Th ta="right">{table.before}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {chart.points.map(({ label, now, before }) => (
                <Table.Tr key={label}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td ta="right">{chart.format(now)}</Table.Td>
                  {compared && (
                    <Table.Td ta="right">{before !== undefined && chart.format(before)}</Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </figure>
  );
}
