import "./table.css";

import { Box, Checkbox, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useRef } from "react";

import { table } from "@/text/core/table";

import type { Column, Selection } from "./DataTable";

interface TableGridProps<T> {
  label: string;
  rows: T[];
  columns: Array<Column<T>>;
  id: (row: T) => string | number;
  sort: string;
  onSort?: (sort: string) => void;
  onOpen?: (row: T) => void;
  opened?: string | number | null;
  selection?: Selection<T>;
  pinLast?: boolean;
  dimmed?: boolean;
}

/** The table itself, in its own scroll container: header, totals and first column stay in view. */
export function TableGrid<T>(props: TableGridProps<T>) {
  const { label, rows, columns, id, sort, onSort, selection, pinLast, dimmed } = props;
  const summed = columns.some(({ sum }) => sum !== undefined);
  const choose = useRowSelection(rows, id, selection);
  return (
    <Box
      className="portal-grid"
      tabIndex={0}
      role="region"
      aria-label={label}
      mod={{ dimmed, pinLast, choosing: Boolean(selection) }}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            {choose && (
              <th className="portal-choose">
                <Checkbox size="xs" aria-label={table.chooseAll} {...choose.all} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row
              key={id(row)}
              {...props}
              row={row}
              box={choose && <Checkbox size="xs" {...choose.one(row, place)} />}
            />
          ))}
        </tbody>
        {summed && (
          <tfoot>
            <tr>
              {choose && <td className="portal-choose" />}
              {columns.map(({ key, numeric, sum }) => (
                <td key={key} data-numeric={numeric || undefined}>
                  {sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </Box>
  );
}

interface HeadProps<T> {
  column: Column<T>;
  sort: string;
  onSort?: (sort: string) => void;
}

/** A column's header; sorting by a numeric column starts with the largest. */
function Head<T>({ column, sort, onSort }: HeadProps<T>) {
  const { key, title, numeric, sortable, width } = column;
  const sorted = sort.replace(/^-/, "") === key;
  const down = sort.startsWith("-");
  const Icon = sorted ? (down ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  const next = sorted ? !down : numeric;
  return (
    <Box
      component="th"
      scope="col"
      w={width}
      mod={{ numeric }}
      aria-sort={sorted && sortable ? (down ? "descending" : "ascending") : undefined}
    >
      {sortable && onSort ? (
        <UnstyledButton
          className="portal-sort"
          data-sorted={sorted || undefined}
          onClick={() => onSort(`${next ? "-" : ""}${key}`)}
        >
          {title}
          <Icon size={12} stroke={2} aria-hidden="true" />
        </UnstyledButton>
      ) : (
        title
      )}
    </Box>
  );
}

function Row<T>({
  row,
  box,
  columns,
  id,
  opened,
  onOpen,
  selection,
}: TableGridProps<T> & { row: T; box: React.ReactNode }) {
  return (
    // By keyboard, a row is opened by the button in its first cell, whose click bubbles to the row.
    <tr
      data-open={(opened !== undefined && id(row) === opened) || undefined}
      data-chosen={selection?.chosen.some((each) => id(each) === id(row)) || undefined}
      data-opens={onOpen ? true : undefined}
      onClick={onOpen && ((event) => opensRow(event) && onOpen(row))}
    >
      {box && <td className="portal-choose">{box}</td>}
      {columns.map(({ key, cell, numeric }, place) => (
        <td key={key} data-numeric={numeric || undefined}>
          {place > 0 ? (
            cell(row)
          ) : onOpen ? (
            <UnstyledButton className="portal-open portal-first">{cell(row)}</UnstyledButton>
          ) : (
            <span className="portal-first">{cell(row)}</span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** A click on a control within a row, or on a menu opened from one, does not open the row. */
function opensRow({ target }: React.MouseEvent): boolean {
  return !(target as Element).closest("a, input, label, [role=menu], button:not(.portal-open)");
}

/** The checkboxes of selectable rows; with Shift, a whole range. */
function useRowSelection<T>(rows: T[], id: (row: T) => string | number, selection?: Selection<T>) {
  const before = useRef<number>(null);
  if (!selection) return undefined;
  const { chosen, onChosen, selectable = () => true, label } = selection;
  const can = rows.filter(selectable);
  const ids = new Set(chosen.map(id));
  const set = (some: T[], on: boolean) => {
    const their = new Set(some.map(id));
    const others = chosen.filter((row) => !their.has(id(row)));
    onChosen(on ? [...others, ...some] : others);
  };
  const all = can.length > 0 && can.every((row) => ids.has(id(row)));
  return {
    all: {
      checked: all,
      indeterminate: !all && can.some((row) => ids.has(id(row))),
      disabled: can.length === 0,
      onChange: () => set(can, !all),
    },
    one: (row: T, place: number) => ({
      checked: ids.has(id(row)),
      disabled: !selectable(row),
      "aria-label": table.choose(label(row)),
      onChange: ({ nativeEvent }: React.ChangeEvent) => {
        const from = (nativeEvent as MouseEvent).shiftKey ? (before.current ?? place) : place;
        const span = rows.slice(Math.min(from, place), Math.max(from, place) + 1);
        set(span.filter(selectable), !ids.has(id(row)));
        before.current = place;
      },
    }),
  };
}
