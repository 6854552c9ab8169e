import type { ReactNode } from "react";

import { table } from "@/text/core/table";

import type { Column, PhonePlace } from "./DataTable";

/** A column of the grid; on a phone a cell has a second line, which a button around the first one must not hold. */
export interface GridColumn<T> extends Column<T> {
  below?: (row: T) => ReactNode;
  sumBelow?: ReactNode;
}

/** A phone's columns: name over further words, figure over status, and the row's menu. */
export function phoneColumns<T>(columns: Array<Column<T>>): Array<GridColumn<T>> {
  const at = (place: PhonePlace) => columns.filter(({ phone }) => phone === place);
  const [lead = columns[0]] = at("lead");
  const [figure] = at("figure");
  const [status] = at("status");
  const [menu] = at("menu");
  const [buttons] = at("buttons");
  const more = at("more");
  if (!lead) return [];
  const summed = columns.some(({ sum }) => sum !== undefined);
  const sums = more.filter(({ numeric, sum }) => numeric && sum !== undefined);
  const first: GridColumn<T> = {
    ...lead,
    width: undefined,
    below: (row) => (
      <>
        {more.length > 0 && <MoreWords columns={more} of={({ cell }) => cell(row)} />}
        {buttons?.cell(row)}
      </>
    ),
    sum: summed ? table.sum : undefined,
    sumBelow: sums.length > 0 && <MoreWords columns={sums} of={({ sum }) => sum} />,
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
  of: (column: Column<T>) => ReactNode;
}

/** A number needs its name, because its head is not there. */
function MoreWords<T>({ columns, of }: MoreWordsProps<T>) {
  return (
    <div className="portal-more">
      <div>
        {columns.map((column) => (
          <div key={column.key}>
            {column.numeric && `${column.title} `}
            {of(column)}
          </div>
        ))}
      </div>
    </div>
  );
}
