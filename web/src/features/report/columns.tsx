import type { Figures, GroupBy, Performance, PerformanceRow } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { report } from "@/text/publisher/report";
import { changeOf } from "@/ui/base/change";
import { Change, Money, Num } from "@/ui/base/Figures";
import { fixed } from "@/ui/base/format";
import type { Column } from "@/ui/table/DataTable";

import { columnOf, nameOf } from "./groups";
import type { Charted } from "./search";

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
const SHARES: readonly Figure[] = ["cr", "approval_rate"];

/** What a report shows until somebody chooses otherwise. */
export const AT_FIRST_HIDDEN: Figure[] = [
  "rejected_commission",
  "paid_commission",
  "bonus",
  "approved_orders",
  "pending_orders",
  "rejected_orders",
];

const SHOWN = Object.keys(report.figures) as Figure[];

/** A figure's name with its unit. */
export function titleOf(figure: Figure, currency: string): string {
  const name = report.figures[figure];
  if (SHARES.includes(figure)) return `${name} (%)`;
  return IN_MONEY.includes(figure) || figure === "epc" ? `${name} (${currency})` : name;
}

function shown(figure: Figure, row: Figures) {
  const value = row[figure];
  if (figure === "epc") return <span>{value === null ? "–" : fixed(value, 4)}</span>;
  if (SHARES.includes(figure)) {
    return <span>{value === null ? "–" : fixed(Number(value) * 100, 2)}</span>;
  }
  if (!IN_MONEY.includes(figure)) return <Num value={value} />;
  return <Money bare amount={value === null ? null : String(value)} currency={row.currency} />;
}

interface Shape {
  groups: GroupBy[];
  /** The figure of the chart, which is the one compared row by row. */
  figure: Charted;
  answer: Performance;
}

/** A column for each group, then the figures; beside the charted one what it was before. */
export function columnsOf({ groups, figure, answer }: Shape): Array<Column<PerformanceRow>> {
  const { totals, compared, compared_totals } = answer;
  const { currency } = totals;
  const grouped = groups.map((group, place) => ({
    key: columnOf(group),
    title: report.groups[group],
    cell: (row: PerformanceRow) => nameOf(row, group),
    sortable: true,
    always: true,
    sum: place === 0 ? table.sum : undefined,
  }));
  const figures = SHOWN.flatMap((each): Array<Column<PerformanceRow>> => {
    const column: Column<PerformanceRow> = {
      key: each,
      title: titleOf(each, currency),
      cell: (row) => shown(each, row),
      numeric: true,
      sortable: true,
      sum: shown(each, totals),
    };
    if (each !== figure || !compared_totals || compared.length === 0) return [column];
    const before = new Map(answer.list.map((row, place) => [row, compared[place]]));
    return [
      column,
      {
        key: "before",
        title: report.before(titleOf(each, currency)),
        cell: (row) => {
          const then = before.get(row);
          return then ? shown(each, then) : "–";
        },
        numeric: true,
        sum: shown(each, compared_totals),
      },
      {
        key: "change",
        title: report.change,
        cell: (row) => {
          const change = changeOf(row[each], before.get(row)?.[each]);
          return change === undefined ? "–" : <Change change={change} upIsGood words={table} />;
        },
        numeric: true,
      },
    ];
  });
  return [...grouped, ...figures];
}
