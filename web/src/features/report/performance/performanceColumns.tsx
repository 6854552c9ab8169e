import { Text } from "@mantine/core";

import type { Figures, GroupBy, PerformanceRow } from "@/api/gen/types.gen";
import type { ChartFigure } from "@/features/report/search";
import { table } from "@/text/core/table";
import type { TermName } from "@/text/core/terms";
import { report } from "@/text/publisher/report";
import { formatFixed } from "@/ui/base/format";
import { Change, Money, Num } from "@/ui/base/Numbers";
import { relativeChange } from "@/ui/base/relativeChange";
import type { Column } from "@/ui/table/DataTable";
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
/** What a phone shows beside the charted figure. */
const ON_PHONE: readonly Figure[] = ["clicks", "orders"];
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

/** Those that are terms of the trade. */
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
  return IN_MONEY.includes(figure) || figure === "epc" ? `${name} (${currency})` : name;
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
        ) : group === "link" ? (
          <Text span inherit className="portal-wraps">
            {name(row)}
          </Text>
        ) : (
          name(row)
        ),
      // The portal sorts links by their number, which nobody sees.
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
      cell: (row) => figureCell(each, row),
      numeric: true,
      sortable: true,
      sum: figureCell(each, totals),
      phone: each === figure ? "figure" : ON_PHONE.includes(each) ? "more" : undefined,
    };
    if (each !== figure || !compared_totals || compared.length === 0) return [column];
    const before = new Map(answer.list.map((row, index) => [row, compared[index]]));
    return [
      column,
      {
        key: "before",
        title: report.before(titleOf(each, currency)),
        cell: (row) => {
          const then = before.get(row);
          return then ? figureCell(each, then) : "–";
        },
        numeric: true,
        sum: figureCell(each, compared_totals),
      },
      {
        key: "change",
        title: report.change,
        cell: (row) => {
          const change = relativeChange(row[each], before.get(row)?.[each]);
          return change === undefined ? "–" : <Change change={change} upIsGood words={table} />;
        },
        numeric: true,
        phone: "status",
      },
    ];
  });
  return [...grouped, ...figures];
}

/** A row as text between tabs, as a spreadsheet takes it: its groups, then every figure unrounded. */
export function rowText(row: PerformanceRow, groups: GroupBy[]): string {
  const names = groups.map((group) => nameOf(row, group));
  return [...names, ...FIGURES.map((figure) => row[figure] ?? "")].join("\t");
}
