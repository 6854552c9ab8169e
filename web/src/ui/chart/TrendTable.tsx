import { Box } from "@mantine/core";

import { table } from "@/text/core/table";

import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import type { TrendPoint } from "./Trend";

interface TrendTableProps {
  name: string;
  points: TrendPoint[];
  format: (value: number) => string;
  axis: string;
}

/** A chart's points as a table, for people who cannot see it. */
export function TrendTable({ axis, name, points, format }: TrendTableProps) {
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
              <Cell numeric>{format(now)}</Cell>
              {compared && <Cell numeric>{before !== undefined && format(before)}</Cell>}
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Box>
  );
}
