import { SegmentedControl } from "@mantine/core";
import type { GroupBy, PerformanceRow } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { type ChartFigure, chartFigures, TIMES } from "@/features/reports/searchParams";
import { table } from "@/text/core/table";
import { report } from "@/text/reports/report";
import { formatFixed, formatMoney, formatNumber, formatShortDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Ranking } from "@/ui/chart/Ranking";
import { Series } from "@/ui/chart/Series";
import { Trend } from "@/ui/chart/Trend";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";
import type { ComparedPerformance } from "./comparison";
import { titleOf } from "./performanceColumns";
import { endOf, formatHour, keyOf, nameOf, namesOf } from "./rowGroups";

const LINES = 6;
const BARS = 10;

interface PerformanceChartProps {
  answer: ComparedPerformance;
  /** The report's today, whose figures are those so far. */
  today: string;
  groups: GroupBy[];
  figure: ChartFigure;
  onFigure: (figure: ChartFigure) => void;
}

/** One figure of the table's own rows: a line over time, a line for each of a few, or bars. */
export function PerformanceChart({
  answer,
  today,
  groups,
  figure,
  onFigure,
}: PerformanceChartProps) {
  const { currency, clicks, orders } = answer.totals;
  const figures = chartFigures(useMoney());
  const inMoney = figure === "commission" || figure === "sales";
  const format = (value: number) =>
    figure === "approval_rate"
      ? `${formatFixed(value * 100, 2)} %`
      : inMoney
        ? formatMoney(value, currency)
        : formatNumber(value);
  const by = groups.map((group) => report.groups[group].toLowerCase()).join(", ");
  return (
    <Panel
      title={report.chartOf(titleOf(figure, currency), by)}
      action={
        <SegmentedControl
          size="xs"
          aria-label={report.figure}
          value={figure}
          onChange={(value) => onFigure(value as ChartFigure)}
          data={figures.map((value) => ({
            value,
            label: report.figures[value],
            disabled:
              (value === "clicks" && clicks === null) ||
              (value === "approval_rate" && answer.totals.approval_rate === null),
          }))}
        />
      }
    >
      {clicks || orders ? (
        <ChartBody answer={answer} today={today} groups={groups} figure={figure} format={format} />
      ) : (
        <EmptyState title={report.empty} help={report.emptyHelp} />
      )}
    </Panel>
  );
}

interface ChartBodyProps extends Omit<PerformanceChartProps, "onFigure"> {
  format: (value: number) => string;
}

function ChartBody({ answer, today, groups, figure, format }: ChartBodyProps) {
  const [first = "date", second] = groups;
  const { list, compared } = answer;
  const at = (row: PerformanceRow | undefined) => Number(row?.[figure] ?? 0);
  // A rate of nothing decided is no point of the line.
  const of = (row: PerformanceRow) => (row[figure] === null ? undefined : Number(row[figure]));
  if (groups.length === 1 && first === "hour") {
    return <HourChart list={list} compared={compared} figure={figure} format={format} />;
  }
  if (!TIMES.includes(first)) {
    const names = groups.map((group) => namesOf(list, group));
    const most = [...list].sort((one, other) => at(other) - at(one)).slice(0, BARS);
    return (
      <>
        <Ranking
          label={report.figures[figure]}
          list={most.map((row) => ({
            key: keyOf(row, groups),
            label: names.map((name) => name(row)).join(" · "),
            value: at(row),
            text: format(at(row)),
          }))}
        />
        {answer.total > BARS && <Hint>{report.topOf(BARS)}</Hint>}
      </>
    );
  }
  const inTime = list
    .map((row, index) => ({ row, before: compared[index], when: String(row[first as "date"]) }))
    .sort((one, other) => one.when.localeCompare(other.when));
  const whole = figure === "orders" || figure === "clicks";
  const inYear = inTime.length < 365;
  const running = endOf(inTime.at(-1)?.row, first) >= today;
  if (!second) {
    return (
      <Trend
        axis={report.groups[first]}
        name={report.figures[figure]}
        format={format}
        whole={whole}
        running={running}
        points={inTime.map(({ row, before }) => ({
          label:
            first === "date" && row.date && inYear ? formatShortDay(row.date) : nameOf(row, first),
          now: of(row),
          before: before && of(before),
        }))}
      />
    );
  }
  const { points, names, left } = lines(
    inTime.map(({ row }) => row),
    { first, second, at },
  );
  return (
    <>
      <Series
        label={report.chartOf(report.figures[figure], report.groups[second].toLowerCase())}
        points={points}
        names={names}
        format={format}
        whole={whole}
        part={running ? table.soFar : undefined}
      />
      {left > 0 && <Hint>{report.seriesOf(LINES)}</Hint>}
    </>
  );
}

type HourChartProps = Pick<ChartBodyProps, "figure" | "format"> &
  Pick<ComparedPerformance, "list" | "compared">;

/** The hours of the day in order, including those without figures. */
function HourChart({ list, compared, figure, format }: HourChartProps) {
  const rows = new Map(list.map((row, index) => [row.hour, { row, before: compared[index] }]));
  const at = (row: PerformanceRow | undefined) => {
    const value = row?.[figure];
    if (value === null || value === undefined) {
      return figure === "approval_rate" ? undefined : 0;
    }
    return Number(value);
  };
  return (
    <>
      <Trend
        axis={report.groups.hour}
        name={report.figures[figure]}
        format={format}
        whole={figure === "orders" || figure === "clicks"}
        points={Array.from({ length: 24 }, (_, hour) => ({
          label: formatHour(hour),
          now: at(rows.get(hour)?.row),
          before: compared.length > 0 ? at(rows.get(hour)?.before) : undefined,
        }))}
      />
      <Hint>{report.hourHelp}</Hint>
    </>
  );
}

interface Lines {
  first: GroupBy;
  second: GroupBy;
  at: (row: PerformanceRow) => number;
}

/** Rows of time × something as a line for each of the largest. These sums are only for drawing, not for display. */
function lines(rows: PerformanceRow[], { first, second, at }: Lines) {
  const sums = new Map<string, number>();
  const points = new Map<string, { label: string } & Record<string, string | number>>();
  const nameOfLine = namesOf(rows, second);
  for (const row of rows) {
    const name = nameOfLine(row);
    const label = nameOf(row, first);
    sums.set(name, (sums.get(name) ?? 0) + at(row));
    const point = points.get(label) ?? { label };
    points.set(label, { ...point, [name]: at(row) });
  }
  const names = [...sums.keys()].sort(
    (one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0),
  );
  const drawn = names.slice(0, LINES);
  const none = Object.fromEntries(drawn.map((name) => [name, 0]));
  return {
    points: [...points.values()].map((point) => ({ ...none, ...point })),
    names: drawn,
    left: names.length - drawn.length,
  };
}
