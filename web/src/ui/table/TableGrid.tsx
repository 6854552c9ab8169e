import "./table.css";

import { Box, Checkbox, type CheckboxProps, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { type ReactElement, useId, useRef } from "react";

import { table } from "@/text/core/table";
import { type TermName, terms } from "@/text/core/terms";
import { LazyTooltip } from "@/ui/overlay/LazyTooltip";
import { Term } from "@/ui/overlay/Term";

import type { Selection } from "./DataTable";
import { useSteadyRows } from "./live/useSteadyRows";
import type { GridColumn } from "./phoneColumns";
import { useIsWide } from "./useIsWide";

interface TableGridProps<T> {
  label: string;
  rows: T[];
  columns: Array<GridColumn<T>>;
  id: (row: T) => string | number;
  sort: string;
  onSort?: (sort: string) => void;
  onOpen?: (row: T) => void;
  opened?: string | number | null;
  selection?: Selection<T>;
  dimmed?: boolean;
}

/**
 * The table itself: header and totals stay in view as the page scrolls. One that is wider than the page scrolls
 * sideways in its own frame, where its first column stays.
 */
export function TableGrid<T>(props: TableGridProps<T>) {
  const { label, rows, columns, id, sort, onSort, selection, dimmed } = props;
  const [frame, wide] = useIsWide();
  useSteadyRows(frame, rows.map(id));
  const summed = columns.some(({ sum }) => sum !== undefined);
  const choose = useRowSelection(rows, id, selection);
  return (
    <Box
      ref={frame}
      className="portal-grid"
      {...(wide && { tabIndex: 0, role: "region", "aria-label": label })}
      mod={{ wide, dimmed, choosing: Boolean(selection) }}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            {choose && (
              <th className="portal-choose">
                <Choose aria-label={table.chooseAll} {...choose.all} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={id(row)}
              {...props}
              row={row}
              box={choose && <Choose {...choose.one(row, index)} />}
            />
          ))}
        </tbody>
        {summed && (
          <tfoot>
            <tr>
              {choose && <td className="portal-choose" />}
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-numeric={column.numeric || undefined}
                  className={classOf(column)}
                >
                  {column.sum}
                  {column.sumBelow && <div className="portal-below">{column.sumBelow}</div>}
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
  column: GridColumn<T>;
  sort: string;
  onSort?: (sort: string) => void;
}

/** A column's header; sorting by a numeric column starts with the largest. */
function Head<T>({ column, sort, onSort }: HeadProps<T>) {
  const { key, title, term, numeric, sortable, width } = column;
  const sorted = sort.replace(/^-/, "") === key;
  const down = sort.startsWith("-");
  const Icon = sorted ? (down ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  const next = sorted ? !down : numeric;
  return (
    <Box
      component="th"
      scope="col"
      w={width}
      className={classOf(column)}
      mod={{ numeric }}
      aria-sort={sorted && sortable ? (down ? "descending" : "ascending") : undefined}
    >
      {sortable && onSort && (
        <Explained term={term}>
          {(explained) => (
            <UnstyledButton
              {...explained}
              className="portal-sort"
              data-sorted={sorted || undefined}
              onClick={() => onSort(`${next ? "-" : ""}${key}`)}
            >
              {title}
              <Icon size={12} stroke={2} aria-hidden="true" />
            </UnstyledButton>
          )}
        </Explained>
      )}
      {!(sortable && onSort) && (term ? <Term of={term}>{title}</Term> : title)}
    </Box>
  );
}

interface ExplainedProps {
  term: TermName | undefined;
  children: (props: object) => ReactElement;
}

/** The button that sorts by a term says what that means, too. */
function Explained({ term, children }: ExplainedProps) {
  if (!term) return children({});
  const meaning = terms[term];
  return (
    <LazyTooltip label={meaning} wide>
      {(target) => children({ ...target, "aria-description": meaning })}
    </LazyTooltip>
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
      data-open={(opened != null && String(id(row)) === String(opened)) || undefined}
      data-chosen={selection?.chosen.some((each) => id(each) === id(row)) || undefined}
      data-opens={onOpen ? true : undefined}
      onClick={onOpen && ((event) => opensRow(event) && onOpen(row))}
    >
      {box && <td className="portal-choose">{box}</td>}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.numeric || undefined} className={classOf(column)}>
          {index > 0 ? (
            column.cell(row)
          ) : onOpen ? (
            <UnstyledButton className="portal-open portal-first">{column.cell(row)}</UnstyledButton>
          ) : (
            <span className="portal-first">{column.cell(row)}</span>
          )}
          {column.below && <div className="portal-below">{column.below(row)}</div>}
        </td>
      ))}
    </tr>
  );
}

/** The column of a row's actions stays in reach. */
function classOf<T>({ phone, always }: GridColumn<T>): string | undefined {
  if (phone === "menu") return "portal-last portal-menu";
  return phone === "buttons" && always ? "portal-last" : undefined;
}

/** A row's checkbox; the whole cell can be hit. */
function Choose(box: CheckboxProps) {
  const id = useId();
  return (
    <label className="portal-choose-target" htmlFor={id}>
      <Checkbox id={id} size="xs" {...box} />
    </label>
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
    one: (row: T, index: number) => ({
      checked: ids.has(id(row)),
      disabled: !selectable(row),
      "aria-label": table.choose(label(row)),
      onChange: ({ nativeEvent }: React.ChangeEvent) => {
        const from = (nativeEvent as MouseEvent).shiftKey ? (before.current ?? index) : index;
        const span = rows.slice(Math.min(from, index), Math.max(from, index) + 1);
        set(span.filter(selectable), !ids.has(id(row)));
        before.current = index;
      },
    }),
  };
}
