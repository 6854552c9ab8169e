import "mantine-datatable/styles.css";
import "./table.css";

import { Paper, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { type DataTableColumn, DataTable as Grid } from "mantine-datatable";
import type { ReactNode } from "react";
import { table } from "@/text/table";

import { FailedState } from "./FailedState";
import { SkeletonRows } from "./Skeletons";
import { TableSettings } from "./TableSettings";

export type Density = "comfortable" | "compact";
const ROW = { comfortable: 40, compact: 32 } as const satisfies Record<Density, number>;

export interface Column<T> {
  /** The field, and the key to sort by if `sortable`. */
  key: string;
  title: string;
  /** What a cell shows. */
  cell: (row: T) => ReactNode;
  /** Numbers stand right; their unit belongs into the title. */
  numeric?: boolean;
  sortable?: boolean;
  /** The sum in the footer. */
  sum?: ReactNode;
  width?: number;
  /** Cannot be switched off; the first column never can. */
  always?: boolean;
}

/** The part of a react-query answer that a table needs. */
interface Answer<T> {
  data?: { list: T[] };
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

/** Rows that can be chosen, to do one thing with several. */
export interface Selection<T> {
  chosen: T[];
  onChosen: (rows: T[]) => void;
  selectable?: (row: T) => boolean;
  /** Names a row for its box. */
  label: (row: T) => string;
}

interface DataTableProps<T> {
  /** Names the table for what it keeps in the browser. */
  name: string;
  label: string;
  answer: Answer<T>;
  columns: Array<Column<T>>;
  id: (row: T) => string | number;
  /** `clicks` up, `-clicks` down, as the URL has it. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Opens a row's drawer. */
  onOpen?: (row: T) => void;
  opened?: string | number | null;
  selection?: Selection<T>;
  /** The last column, of buttons, stays in sight where there is room. */
  pinLast?: boolean;
  /** What stands in place of no rows: an EmptyState. */
  empty: ReactNode;
  /** Columns that show only once somebody asks for them. */
  hiddenAtFirst?: string[];
  /** Rows to expect, for the first load. */
  expected?: number;
  /** Pages or CursorPages. */
  pages?: ReactNode;
}

/** A listing: the product's most used part, in all its states. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { name, label, answer, id, onOpen, opened, empty, expected = 10, pages } = props;
  const { columns, sort = "", onSort, selection, pinLast, hiddenAtFirst = [] } = props;
  const [density, setDensity] = useLocalStorage<Density>({
    key: "table_density",
    defaultValue: "comfortable",
    getInitialValueInEffect: false,
  });
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `table_columns_${name}`,
    defaultValue: hiddenAtFirst,
    getInitialValueInEffect: false,
  });
  const phone = useMediaQuery("(max-width: 47.99em)");
  const rows = answer.data?.list;
  if (!rows) {
    return (
      <Paper>
        {answer.error ? (
          <FailedState
            error={answer.error}
            busy={answer.isFetching}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          <SkeletonRows rows={expected} height={ROW[density]} />
        )}
      </Paper>
    );
  }
  if (rows.length === 0) return <Paper>{empty}</Paper>;
  const shown = columns.filter(
    ({ key, always }, place) => place === 0 || always || !hidden.includes(key),
  );
  const summed = shown.some(({ sum }) => sum !== undefined);
  const downward = sort.startsWith("-");
  return (
    <div className="portal-table" data-density={density}>
      <Grid<T>
        aria-label={label}
        records={rows}
        idAccessor={(row) => id(row)}
        columns={shown.map((column, place) =>
          gridColumn(column, place === 0, summed, place === 0 ? onOpen : undefined),
        )}
        pinFirstColumn={phone}
        pinLastColumn={pinLast && !phone}
        fetching={false}
        minHeight={0}
        withTableBorder
        borderRadius="lg"
        highlightOnHover
        fz="sm"
        horizontalSpacing="sm"
        verticalSpacing={0}
        borderColor="var(--mantine-color-default-border)"
        rowBorderColor="var(--mantine-color-default-border)"
        backgroundColor="var(--portal-surface)"
        highlightOnHoverColor="var(--portal-hover)"
        className={
          answer.isFetching && answer.isPlaceholderData ? "portal-table-dimmed" : undefined
        }
        rowClassName={(row) =>
          opened !== undefined && id(row) === opened ? "portal-row-open" : undefined
        }
        {...(selection && selecting(selection))}
        onRowClick={onOpen && (({ record, event }) => isOfRow(event) && onOpen(record))}
        sortStatus={{
          columnAccessor: sort.replace(/^-/, ""),
          direction: downward ? "desc" : "asc",
        }}
        onSortStatusChange={({ columnAccessor, direction }) =>
          onSort?.(`${direction === "desc" ? "-" : ""}${String(columnAccessor)}`)
        }
        maxHeight="max(320px, calc(100dvh - 240px))"
      />
      <div className="portal-table-foot">
        <TableSettings
          columns={columns.slice(1).filter(({ always }) => !always)}
          hidden={hidden}
          onHidden={setHidden}
          density={density}
          onDensity={setDensity}
        />
        {pages}
      </div>
    </div>
  );
}

/** A control within a row, or a menu opened from one, does its own and leaves the row closed. */
function isOfRow({ target }: React.MouseEvent): boolean {
  return !(target as Element).closest("a, input, [role=menu], button:not(.portal-open)");
}

function selecting<T>({ chosen, onChosen, selectable, label }: Selection<T>) {
  return {
    selectedRecords: chosen,
    onSelectedRecordsChange: onChosen,
    isRecordSelectable: selectable,
    allRecordsSelectionCheckboxProps: { "aria-label": table.chooseAll },
    getRecordSelectionCheckboxProps: (row: T) => ({ "aria-label": table.choose(label(row)) }),
  };
}

function gridColumn<T>(
  column: Column<T>,
  first: boolean,
  summed: boolean,
  onOpen?: (row: T) => void,
): DataTableColumn<T> {
  const { key, title, cell, numeric, sortable, sum, width } = column;
  return {
    accessor: key,
    title,
    textAlign: numeric ? "right" : "left",
    sortable,
    width,
    noWrap: true,
    // A head cell of the footer may not be mute.
    footer: sum ?? (summed ? <VisuallyHidden>{table.noSum}</VisuallyHidden> : undefined),
    // A keyboard opens a row by its first cell; the click itself is the row's.
    render: (row) => {
      if (onOpen) {
        return <UnstyledButton className="portal-open portal-first">{cell(row)}</UnstyledButton>;
      }
      return first ? <span className="portal-first">{cell(row)}</span> : cell(row);
    },
  };
}
