import { Box } from "@mantine/core";

import { measured as words } from "@/text/brands/measured";
import { formatPercent } from "@/ui/base/format";
import { AsTable } from "@/ui/chart/AsTable";
import { LineChart } from "@/ui/chart/LineChart";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import type { FigureColumn, Step } from "./figures";
import classes from "./Measured.module.css";

const HEIGHT = 240;
/** Lines differ in more than their color: the first one is drawn on top, every second one is dashed. */
const COLORS = [
  "var(--mantine-primary-color-filled)",
  "var(--line-second)",
  "var(--line-third)",
  "var(--line-fourth)",
];

interface WaitChartProps {
  step: Step;
  columns: FigureColumn[];
}

/** The share of orders that are over by the days since they began to wait, and the same as a table. */
export function WaitChart({ step, columns }: WaitChartProps) {
  const name = words.stepNames[step];
  const shown = columns.filter(({ figures }) => figures[step]?.points.length);
  const days = [
    ...new Set(
      shown.flatMap(({ figures }) => figures[step]?.points.map((point) => point.days) ?? []),
    ),
  ].toSorted((a, b) => a - b);
  const shareOf = ({ figures }: FigureColumn, day: number) => {
    const share = figures[step]?.points.find((point) => point.days === day)?.share;
    return share === undefined ? undefined : Number(share);
  };
  const format = (value: number) => formatPercent(value, 0);
  return (
    <figure aria-label={name} className={`portal-figure ${classes.lines}`}>
      <Box role="img" aria-label={name} pos="relative" w="100%" mih={HEIGHT}>
        <Box pos="absolute" inset={0}>
          <LineChart
            labels={days.map((day) => words.within(day))}
            lines={shown
              .map((column, index) => ({
                name: column.name,
                color: COLORS[index] ?? "",
                dashed: index % 2 === 1,
                values: days.map((day) => shareOf(column, day)),
              }))
              .toReversed()}
            format={format}
            whole={false}
          />
        </Box>
      </Box>
      <AsTable>
        <Box mah={320} className="portal-scroll" tabIndex={0} role="region" aria-label={name}>
          <SmallTable label={name}>
            <thead>
              <tr>
                <Head>{words.axis}</Head>
                {shown.map(({ key, name: title }) => (
                  <Head key={key} numeric>
                    {title}
                  </Head>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.map((day) => (
                <tr key={day}>
                  <Cell>{words.within(day)}</Cell>
                  {shown.map((column) => {
                    const share = shareOf(column, day);
                    return (
                      <Cell key={column.key} numeric>
                        {share === undefined ? "–" : format(share)}
                      </Cell>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Box>
      </AsTable>
    </figure>
  );
}
