import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Figures, GroupBy, PerformanceRow } from "@/api/gen/types.gen";
import type { ChartFigure } from "@/features/reports/searchParams";
import type { TermName } from "@/text/core/glossary";
import { table } from "@/text/core/table";
import { report } from "@/text/reports/report";
import { Change } from "@/ui/base/Change";
import { formatAmount, formatFixed, formatNumber } from "@/ui/base/format";
import { Money, Num } from "@/ui/base/Numbers";
import { relativeChange } from "@/ui/base/relativeChange";
import type { Column } from "@/ui/table/DataTable";
import classes from "./BarCell.module.css";
import type { ComparedPerformance } from "./comparison";
import { columnOf, isRunning, nameOf, namesOf } from "./rowGroups";

type Figure = keyof typeof report.figures;

const IN_MONEY: readonly Figure[] = [
  "sales",
  "commission",
  "approved_commission",
  "pending_commission",
  "rejected_commission",
  "paid_commission",
  "bonus",
  "aov",
];
const isMoney = (figure: Figure) => IN_MONEY.includes(figure) || figure === "epc";
/** The columns that a phone shows beside the charted figure. */
const ON_PHONE: readonly Figure[] = ["clicks", "orders"];
/** Their names can be longer than a line. */
const LONG: readonly GroupBy[] = ["link", "page", "placement"];
const SHARES: readonly Figure[] = ["cr", "approval_rate"];

/** Columns that are hidden until the user shows them: what is left fits a desktop. */
export const HIDDEN_BY_DEFAULT: Figure[] = [
  "aov",
  "approval_rate",
  "rejected_commission",
  "paid_commission",
  "bonus",
  "approved_orders",
  "pending_orders",
  "rejected_orders",
];

/** The columns whose headings are technical terms with an explanation. */
const TERMS: Partial<Record<Figure, TermName>> = {
  epc: "epc",
  cr: "conversion",
  approval_rate: "approval",
  aov: "aov",
};

const FIGURES = Object.keys(report.figures) as Figure[];

/** A figure's name with its unit. */
export function titleOf(figure: Figure, currency: string): string {
  const name = report.figures[figure];
  if (SHARES.includes(figure)) return `${name} (%)`;
  return isMoney(figure) ? `${name} (${currency})` : name;
}

function figureCell(figure: Figure, row: Figures) {
  const value = row[figure];
  if (figure === "epc") return <span>{value === null ? "–" : formatFixed(value, 4)}</span>;
  if (SHARES.includes(figure)) {
    return <span>{value === null ? "–" : formatFixed(Number(value) * 100, 2)}</span>;
  }
  if (!IN_MONEY.includes(figure)) return <Num value={value} />;
  return <Money bare amount={value === null ? null : String(value)} currency={row.currency} />;
}

/** By how much a figure has changed, and relative to what it was. */
function changeCell(figure: Figure, now: Figures, before: Figures | undefined) {
  const change = relativeChange(now[figure], before?.[figure]);
  if (change === undefined) return "–";
  const difference = Number(now[figure]) - Number(before?.[figure] ?? 0);
  const text = IN_MONEY.includes(figure)
    ? formatAmount(Math.abs(difference).toFixed(4), now.currency)
    : formatNumber(Math.abs(difference));
  return (
    <Group component="span" display="inline-flex" gap={8} wrap="nowrap" justify="flex-end">
      <Text span inherit visibleFrom="sm">
        {difference > 0 ? `+${text}` : difference < 0 ? `−${text}` : text}
      </Text>
      <Change change={change} upIsGood words={table} />
    </Group>
  );
}

interface Shape {
  groups: GroupBy[];
  /** The figure of the chart, which is the one compared row by row. */
  figure: ChartFigure;
  answer: ComparedPerformance;
  /** The report's today: what is not over is marked. */
  today: string;
}

/** A column for each group, then the figures; the charted one with its previous value. */
export function performanceColumns({
  groups,
  figure,
  answer,
  today,
}: Shape): Array<Column<PerformanceRow>> {
  const { totals, compared, compared_totals } = answer;
  // Their days meet by weekday, which the portal does not sort by.
  const byWeekday = groups.length === 1 && groups[0] === "date";
  const { currency } = totals;
  const grouped = groups.map((group, index) => {
    const name = namesOf(answer.list, group);
    return {
      key: columnOf(group),
      title: report.groups[group],
      cell: (row: PerformanceRow) =>
        index === 0 && isRunning(row, groups, today) ? (
          <>
            {name(row)}{" "}
            <Text span inherit c="dimmed">
              {table.soFar}
            </Text>
          </>
        ) : LONG.includes(group) ? (
          <Text span inherit className="portal-whole portal-wraps">
            {name(row)}
          </Text>
        ) : (
          name(row)
        ),
      // The portal sorts links by their number, which is not shown.
      sortable: group !== "link",
      always: true,
      phone: index === 0 ? ("lead" as const) : ("more" as const),
      sum: index === 0 ? table.sum : undefined,
    };
  });
  const figures = FIGURES.flatMap((each): Array<Column<PerformanceRow>> => {
    const column: Column<PerformanceRow> = {
      key: each,
      title: titleOf(each, currency),
      term: TERMS[each],
      money: isMoney(each),
      cell: (row) => figureCell(each, row),
      numeric: true,
      sortable: true,
      sum: figureCell(each, totals),
      phone: each === figure ? "figure" : ON_PHONE.includes(each) ? "more" : undefined,
    };
    if (each !== figure) return [column];
    const before = new Map(answer.list.map((row, index) => [row, compared[index]]));
    const sizes = [...answer.list, ...compared].map((row) => Math.abs(Number(row?.[each] ?? 0)));
    const withBar: Column<PerformanceRow> = {
      ...column,
      cell: (row) => (
        <BarCell
          value={row[each]}
          before={compared_totals ? before.get(row)?.[each] : undefined}
          most={Math.max(...sizes)}
        >
          {figureCell(each, row)}
        </BarCell>
      ),
    };
    if (!compared_totals || compared.length === 0) return [withBar];
    return [
      withBar,
      {
        key: `${each}_before`,
        money: isMoney(each),
        title: report.before(titleOf(each, currency)),
        cell: (row) => {
          const then = before.get(row);
          return then ? figureCell(each, then) : "–";
        },
        numeric: true,
        sortable: !byWeekday,
        sum: figureCell(each, compared_totals),
      },
      {
        key: `${each}_change`,
        money: isMoney(each),
        title: report.changeOf(IN_MONEY.includes(each) ? currency : undefined),
        cell: (row) => changeCell(each, row, before.get(row)),
        numeric: true,
        sortable: !byWeekday,
        sum: changeCell(each, totals, compared_totals),
        phone: "status",
      },
    ];
  });
  return [...grouped, ...figures];
}

/** A row as text between tabs, as a spreadsheet takes it: its groups, then every figure that it has, unrounded. */
export function rowText(row: PerformanceRow, groups: GroupBy[]): string {
  const names = groups.map((group) => nameOf(row, group));
  const figures = FIGURES.filter((figure) => row[figure] !== undefined);
  return [...names, ...figures.map((figure) => row[figure] ?? "")].join("\t");
}

interface BarCellProps {
  value: string | number | null;
  /** Its value in the compared period; absent without a comparison. */
  before?: string | number | null;
  /** The largest of the column, whether gained or reversed: its bar is as wide as the cell. */
  most: number;
  children: ReactNode;
}

/**
 * A figure with its bar, and below it that of what it was; one below zero, where more was reversed than gained, has the
 * colour of what is bad. The figure says the same without the bar.
 */
function BarCell({ value, before, most, children }: BarCellProps) {
  const bar = (of: string | number | null) => ({
    w: `${most > 0 ? (Math.abs(Number(of ?? 0)) / most) * 100 : 0}%`,
    mod: { reversed: Number(of ?? 0) < 0 },
  });
  return (
    <div className={classes.cell}>
      {children}
      <div className={classes.bars} aria-hidden="true">
        <Box className={classes.bar} {...bar(value)} />
        {before !== undefined && <Box className={classes.before} {...bar(before)} />}
      </div>
    </div>
  );
}
