import { Paper } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useDeferredValue } from "react";

import type { TermName } from "@/text/core/terms";
import { PHONE } from "@/ui/base/theme";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { phoneColumns } from "./phoneColumns";
import { type Look, RowDrawer } from "./RowDrawer";
import { TableGrid } from "./TableGrid";
import { TableSettings } from "./TableSettings";
import { type Density, useTableSettings } from "./useTableSettings";

const ROW = { comfortable: 40, compact: 32 } as const satisfies Record<Density, number>;
const PHONE_ROW = 56;

export interface Column<T> {
  /** The field, and the key to sort by if `sortable`. */
  key: string;
  title: string;
  /** The term of its title, which the head explains. */
  term?: TermName;
  /** What a cell shows. */
  cell: (row: T) => ReactNode;
  /** Numbers are right-aligned; their unit belongs in the title. */
  numeric?: boolean;
  sortable?: boolean;
  /** The sum in the footer. */
  sum?: ReactNode;
  width?: number;
  /** Cannot be switched off; the first column never can. */
  always?: boolean;
  /** Its place in a phone's two-line row; without one, it is only in the row's drawer. The first column leads. */
  phone?: PhonePlace;
}

/**
 * Where a phone shows it: the name and the figure above, further words and the status below them, a menu at the end,
 * or buttons in a line of their own.
 */
export type PhonePlace = "lead" | "figure" | "more" | "status" | "menu" | "buttons";

/** The part of a react-query result that a table needs. */
interface ListResult<T> {
  data?: { list: T[] };
  error: Error | null;
  isFetching: boolean;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

/** Selectable rows, for actions on several at once. */
export interface Selection<T> {
  chosen: T[];
  onChosen: (rows: T[]) => void;
  selectable?: (row: T) => boolean;
  /** The label of a row's checkbox. */
  label: (row: T) => string;
}

interface DataTableProps<T> {
  /** The table's name in the browser's storage. */
  name: string;
  label: string;
  answer: ListResult<T>;
  columns: Array<Column<T>>;
  id: (row: T) => string | number;
  /** `clicks` up, `-clicks` down, as the URL has it. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Opens a row's drawer. */
  onOpen?: (row: T) => void;
  opened?: string | number | null;
  /** The opened row is shown in a drawer with all its columns. */
  look?: Look<T>;
  selection?: Selection<T>;
  /** Shown if there are no rows: an EmptyState. */
  empty: ReactNode;
  /** Columns that are hidden until the user shows them. */
  hiddenByDefault?: string[];
  /** Rows to expect, for the first load. */
  expected?: number;
  /** PageControls or CursorControls. */
  pages?: ReactNode;
}

/** A listing: the product's most used part, in all its states. The drawer stays open whichever of them it is in. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { look, opened, label, columns } = props;
  return (
    <>
      <Listing {...props} />
      {look && (
        <RowDrawer look={look} shown={opened} label={label} columns={look.columns ?? columns} />
      )}
    </>
  );
}

function Listing<T>(props: DataTableProps<T>) {
  const { name, label, answer, id, onOpen, opened, empty, expected = 10, pages } = props;
  const { columns, sort = "", onSort, selection, hiddenByDefault = [] } = props;
  const { density, setDensity, hidden, setHidden } = useTableSettings(name, hiddenByDefault);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  // Many rows are rendered piece by piece: what is touched meanwhile answers at once.
  const rows = useDeferredValue(answer.data?.list);
  if (!rows || rows.length === 0) {
    return (
      <Paper>
        {rows ? (
          empty
        ) : answer.error ? (
          <ErrorState
            what={label}
            error={answer.error}
            busy={answer.isFetching}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          <SkeletonRows rows={expected} height={phone ? PHONE_ROW : ROW[density]} />
        )}
      </Paper>
    );
  }
  const shown = phone
    ? phoneColumns(columns)
    : columns.filter(({ key, always }, index) => index === 0 || always || !hidden.includes(key));
  return (
    <div className="portal-table" data-density={density}>
      <TableGrid
        label={label}
        rows={rows}
        columns={shown}
        id={id}
        sort={sort}
        onSort={onSort}
        onOpen={onOpen}
        opened={opened}
        selection={selection}
        dimmed={answer.isFetching && answer.isPlaceholderData}
      />
      <div className="portal-table-foot">
        {!phone && (
          <TableSettings
            columns={columns.slice(1).filter(({ always }) => !always)}
            hidden={hidden}
            onHidden={setHidden}
            density={density}
            onDensity={setDensity}
          />
        )}
        {pages}
      </div>
    </div>
  );
}
