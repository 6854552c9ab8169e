import "./table.css";
import { Box, Checkbox, type CheckboxProps, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import {
  memo,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { type TermName, terms } from "@/text/core/glossary";
import { table } from "@/text/core/table";
import { AnchorLink } from "@/ui/base/links";
import { LazyTooltip } from "@/ui/overlay/LazyTooltip";
import { Term } from "@/ui/overlay/Term";
import type { Selection } from "./DataTable";
import type { GridColumn } from "./phoneColumns";

interface TableGridProps<T> {
  label: string;
  rows: T[];
  columns: Array<GridColumn<T>>;
  id: (row: T) => string | number;
  sort: string;
  onSort?: (sort: string) => void;
  onOpen?: (row: T) => void;
  link?: (row: T) => LinkProps;
  opened?: string | number | null;
  selection?: Selection<T>;
  dimmed?: boolean;
}

/**
 * The table itself: header and totals stay in view as the page scrolls. One that is wider than the page scrolls
 * sideways in its own frame, where its first column stays.
 */
export function TableGrid<T>(props: TableGridProps<T>) {
  const { label, rows, columns, id, sort, onSort, selection, dimmed, opened, link } = props;
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const open = useCallback((row: T) => latest.current.onOpen?.(row), []);
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
              row={row}
              columns={columns}
              link={link}
              onOpen={props.onOpen && open}
              opened={opened != null && String(id(row)) === String(opened)}
              chosen={selection?.chosen.some((each) => id(each) === id(row)) ?? false}
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

interface RowProps<T> extends Pick<TableGridProps<T>, "columns" | "link" | "onOpen"> {
  row: T;
  opened: boolean;
  chosen: boolean;
  box?: ReactNode;
}

/** A row, rendered anew only if it or its columns have changed: opening one of many leaves the others as they are. */
const Row = memo(function Row<T>(props: RowProps<T>) {
  const { row, columns, link, onOpen, opened, chosen, box } = props;
  return (
    // By keyboard, a row is opened by the link in its first cell, or by the button there, whose click bubbles to the row.
    <tr
      data-open={opened || undefined}
      data-chosen={chosen || undefined}
      data-opens={onOpen || link ? true : undefined}
      onClick={(event) => {
        if (!opensRow(event)) return;
        if (link) event.currentTarget.querySelector<HTMLElement>("a.portal-open")?.click();
        else onOpen?.(row);
      }}
    >
      {box && <td className="portal-choose">{box}</td>}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.numeric || undefined} className={classOf(column)}>
          {index > 0 ? (
            column.cell(row)
          ) : link ? (
            <AnchorLink {...link(row)} inherit c="inherit" className="portal-open portal-first">
              {column.cell(row)}
            </AnchorLink>
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
}) as <T>(props: RowProps<T>) => ReactNode;

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

/**
 * A click on a control within a row does not open the row, nor does one in a menu or dialog opened from it: React lets
 * that bubble to the row, though it stands elsewhere in the document.
 */
function opensRow({ target, currentTarget }: React.MouseEvent): boolean {
  const within = target as Element;
  return (
    currentTarget.contains(within) &&
    !within.closest("a, input, label, [role=menu], button:not(.portal-open)")
  );
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

type Id = string | number;

/** Rows that are added on top do not move the rows being read: the page scrolls by their height. */
function useSteadyRows(frame: RefObject<HTMLElement | null>, ids: Id[]) {
  const before = useRef<Id[]>([]);
  useLayoutEffect(() => {
    const added = countAdded(before.current, ids);
    before.current = ids;
    const table = frame.current?.querySelector("table");
    const body = table?.tBodies[0];
    const [first, next] = [body?.rows[0], body?.rows[added]];
    if (added === 0 || !table || !body || !first || !next) return;
    if (!isRead(table, body)) return;
    window.scrollBy({ top: next.offsetTop - first.offsetTop, behavior: "instant" });
  });
}

/** How many rows were put before those that were there; 0 where the list is another one or in another order. */
function countAdded(before: Id[], now: Id[]): number {
  const [first] = before;
  const added = first === undefined ? 0 : Math.max(0, now.indexOf(first));
  return now.slice(added).every((id, place) => id === before[place]) ? added : 0;
}

/** Whether the head already lies over the rows, or one of them is pointed at or has the focus. */
function isRead(table: HTMLTableElement, body: HTMLElement): boolean {
  const head = table.tHead?.getBoundingClientRect().bottom ?? 0;
  const covered = body.getBoundingClientRect().top < head - 1;
  return covered || body.matches(":hover") || body.contains(document.activeElement);
}

/** Whether a table is wider than its frame. */
function useIsWide(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const watcher = new ResizeObserver(() => setWide(content.clientWidth > element.clientWidth));
    watcher.observe(element);
    watcher.observe(content);
    return () => watcher.disconnect();
  }, []);
  return [frame, wide];
}
