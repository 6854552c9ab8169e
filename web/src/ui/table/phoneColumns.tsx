import type { ReactNode } from "react";

import { table } from "@/text/core/table";
import { NOTHING } from "@/ui/base/Numbers";

import type { Column, PhonePlace } from "./DataTable";

/** So many numbers are further words of a phone's row; more of them stand below each other. */
const FEW_NUMBERS = 3;

/** A column of the grid; on a phone a cell has a second line, which a button around the first one must not hold. */
export interface GridColumn<T> extends Column<T> {
  below?: (row: T) => ReactNode;
  sumBelow?: ReactNode;
}

/**
 * A phone's columns: name over further words, figure over status, and the row's menu. Of those that have no place,
 * these are further words.
 */
export function phoneColumns<T>(
  columns: Array<Column<T>>,
  unplaced: Array<Column<T>> = [],
): Array<GridColumn<T>> {
  const at = (place: PhonePlace) => columns.filter(({ phone }) => phone === place);
  const [lead = columns[0]] = at("lead");
  const [figure] = at("figure");
  const [status] = at("status");
  const [menu] = at("menu");
  const [buttons] = at("buttons");
  const lines = at("line");
  if (!lead) return [];
  const whole = unplaced.some((column) => column !== lead && !column.phone);
  const more = columns.filter(
    (column) =>
      column.phone === "more" || (!column.phone && column !== lead && unplaced.includes(column)),
  );
  const numbers = more.filter(({ numeric }) => numeric);
  // Many numbers cannot be read as words one after the other.
  const figures = numbers.length > FEW_NUMBERS ? numbers : [];
  const words = more.filter((column) => !figures.includes(column));
  const summed = columns.some(({ sum }) => sum !== undefined);
  const sums = numbers.filter(({ sum }) => sum !== undefined);
  const first: GridColumn<T> = {
    ...lead,
    width: undefined,
    below: (row) => (
      <>
        {words.length > 0 && (
          <MoreWords columns={words} whole={whole} of={({ cell }) => cell(row)} />
        )}
        <Figures columns={figures} of={({ cell }) => cell(row)} />
        {lines.map(({ key, title, cell }) => (
          <div key={key} className="portal-line">
            <span>{title}</span>
            {cell(row)}
          </div>
        ))}
        {buttons && <div className="portal-buttons">{buttons.cell(row)}</div>}
      </>
    ),
    sum: summed ? table.sum : undefined,
    sumBelow:
      figures.length > 0 ? (
        <Figures columns={sums} of={({ sum }) => sum} />
      ) : (
        sums.length > 0 && <MoreWords columns={sums} of={({ sum }) => sum} />
      ),
  };
  const right = figure ?? status;
  return [
    first,
    ...(right
      ? [
          {
            ...right,
            numeric: true,
            width: undefined,
            cell: (row: T) => (
              <div className="portal-side">
                {right.cell(row)}
                {figure && status && <div className="portal-below">{status.cell(row)}</div>}
              </div>
            ),
          } as typeof first,
        ]
      : []),
    ...(menu ? [{ ...menu, width: undefined }] : []),
  ];
}

interface MoreWordsProps<T> {
  columns: Array<Column<T>>;
  /** It is not truncated, because it is shown nowhere else. */
  whole?: boolean;
  of: (column: Column<T>) => ReactNode;
}

/** Numbers below each other, each beside its name. */
function Figures<T>({ columns, of }: Pick<MoreWordsProps<T>, "columns" | "of">) {
  return columns.map((column) => (
    <div key={column.key} className="portal-number">
      <span>{column.title}</span>
      <div>{of(column)}</div>
    </div>
  ));
}

/** A number needs its name, and so do some others, because their head is not there. What is empty is left out. */
function MoreWords<T>({ columns, whole, of }: MoreWordsProps<T>) {
  return (
    <div className="portal-more" data-whole={whole || undefined}>
      <div>
        {columns.map((column) => {
          const words = of(column);
          return (
            words !== NOTHING && (
              <div key={column.key}>
                {(column.numeric || column.named) && `${column.title} `}
                {words}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
