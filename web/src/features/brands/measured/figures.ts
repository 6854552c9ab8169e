/** Measured figures as texts. */

import type { MeasuredFigures, RateFigure, WaitFigure } from "@/api/gen/types.gen";
import { measured as words } from "@/text/brands/measured";
import { formatDay, formatMoney, formatNumber, formatPercent } from "@/ui/base/format";

export type Step = "decided" | "payable" | "sent";
export const STEPS = ["decided", "payable", "sent"] as const satisfies Step[];

/** The figures of a brand, or of some publishers' orders with it: a column of the table, a line of the chart. */
export interface FigureColumn {
  key: string;
  name: string;
  figures: MeasuredFigures;
  /** The publisher's own figures, which are exact. */
  own: boolean;
  currency: string;
  /** The day of the last measurement; a figure that is older says so. */
  measured_on: string | null;
}

export interface FigureRow {
  key: string;
  name: string;
  /** A cell's text, and the number of orders behind it. */
  cell: (column: FigureColumn) => { text: string; orders: string | null };
}

/** The rows of the table, by group; earnings per click only for users who see amounts. */
export function figureRows(
  validationDays: number | null,
  paymentDays: number | null,
  seesMoney: boolean,
) {
  const inTimeName = (days: number | null, name: (days: number) => string) =>
    days === null ? words.inTimePlain : name(days);
  return [
    {
      name: words.groups.decided,
      rows: [
        ...waitRows("decided"),
        rateRow("decided_in_time", inTimeName(validationDays, words.inTime)),
      ],
    },
    {
      name: words.groups.payable,
      rows: [
        ...waitRows("payable"),
        rateRow("payable_in_time", inTimeName(paymentDays, words.paidInTime)),
      ],
    },
    { name: words.groups.sent, rows: waitRows("sent") },
    {
      name: words.groups.quality,
      rows: [
        rateRow("approved", words.approved),
        rateRow("corrected", words.corrected),
        ...(seesMoney ? [EARNED] : []),
      ],
    },
  ] satisfies Array<{ name: string; rows: FigureRow[] }>;
}

const EARNED: FigureRow = {
  key: "epc",
  name: words.epc,
  cell: (column) => {
    const { earned } = column.figures;
    if (!earned) return nothing(column);
    const text = earned.epc === null ? "–" : formatMoney(earned.epc, column.currency);
    return { text, orders: ordersText(earned, column) };
  },
};

function waitRows(step: Step): FigureRow[] {
  const row = (key: string, name: string, text: (figure: WaitFigure) => string): FigureRow => ({
    key: `${step}-${key}`,
    name,
    cell: (column) => {
      const figure = column.figures[step];
      return figure ? { text: text(figure), orders: ordersText(figure, column) } : nothing(column);
    },
  });
  return [
    row("half", words.half, halfText),
    row("most", words.most, ({ most_days, points }) =>
      most_days === null ? overText(points.at(-1)?.days) : words.within(most_days),
    ),
    row("longest", words.longest, ({ longest_open }) => overText(longest_open)),
  ];
}

function rateRow(
  key: "decided_in_time" | "payable_in_time" | "approved" | "corrected",
  name: string,
): FigureRow {
  return {
    key,
    name,
    cell: (column) => {
      const figure: RateFigure | null = column.figures[key];
      return figure
        ? { text: formatPercent(figure.rate, 0), orders: ordersText(figure, column) }
        : nothing(column);
    },
  };
}

/**
 * The days within which half of the orders were done or, if fewer are, the days that half have
 * waited at least.
 */
export function halfText({
  half_days,
  half_over,
}: Pick<WaitFigure, "half_days" | "half_over">): string {
  return half_days === null ? overText(half_over) : words.within(half_days);
}

function overText(days: number | null | undefined): string {
  return days == null ? "–" : words.over(days);
}

/** The number of orders behind a figure and, if it was not renewed, its age. */
function ordersText(
  { orders, as_of }: Pick<RateFigure, "orders" | "as_of">,
  { own, measured_on }: FigureColumn,
): string {
  const count = formatNumber(orders);
  const text = own ? words.orders(count) : words.ordersFrom(count);
  return as_of === measured_on ? text : `${text}, ${words.asOf(formatDay(as_of))}`;
}

function nothing({ own }: FigureColumn) {
  return { text: own ? words.tooFewOwn : words.tooFew, orders: null };
}
