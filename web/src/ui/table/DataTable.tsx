import { ActionIcon, Group, Paper, Skeleton, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustments } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useMoney } from "@/api/user/useMoney";
import type { TermName } from "@/text/core/glossary";
import { table } from "@/text/core/table";
import { overlay } from "@/ui/base/overlay";
import { PHONE } from "@/ui/base/theme";
import { QueryError } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { LazyPopover } from "@/ui/overlay/LazyPopover";
import type { TableSettingsFormProps } from "@/ui/table/lazy/TableSettingsForm";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";
import { CursorControls, type CursorPage, PageControls } from "./PageControls";
import type { Paging } from "./paging";
import { phoneColumns } from "./phoneColumns";
import { TableGrid } from "./TableGrid";
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
  /** It shows an amount: it is left out for users who see none. */
  money?: boolean;
  /** The sum in the footer. */
  sum?: ReactNode;
  width?: number;
  /** Cannot be switched off; the first column never can. */
  always?: boolean;
  /** Its place in a phone's two-line row; without one, it is only where the row leads, or among the further words of a row that leads nowhere. The first column leads. */
  phone?: PhonePlace;
  /** Among a phone's further words it needs its title, as numbers do: what it shows could mean something else. */
  named?: boolean;
}

/**
 * Where a phone shows it: the name and the figure above, further words and the status below them, a menu at the end,
 * what is more than words with its title on a line of its own, or buttons in a line of their own.
 */
export type PhonePlace = "lead" | "figure" | "more" | "line" | "status" | "menu" | "buttons";

/** The part of a react-query result that a table needs. */
interface ListResult<T> {
  data?: { list: T[]; total?: number | null; next?: string | null };
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
  /** The page that a row leads to, whatever columns there is room for: its first cell is the link. */
  link?: (row: T) => LinkProps;
  /** Opens a row's drawer. */
  onOpen?: (row: T) => void;
  opened?: string | number | null;
  /** The opened row is shown in a drawer with all its columns. */
  drawer?: RowDrawerContent<T>;
  selection?: Selection<T>;
  /** Shown if there are no rows: an EmptyState. */
  empty: ReactNode;
  /** Columns that are hidden until the user shows them. */
  hiddenByDefault?: string[];
  /** Rows to expect, for the first load. */
  expected?: number;
  /** The page that is shown, of a list that has several. */
  page?: Paging | CursorPage;
  onPage?: (page: Partial<Paging> & { cursor?: string }) => void;
  /** A text shown in place of the total. */
  total?: string;
  /** Controls of its pages that come from elsewhere. */
  pages?: ReactNode;
}

/**
 * A list as a table, in all its states: loading, failed, empty and filled. An open drawer stays
 * open in all of them.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const { drawer, opened, label } = props;
  const seesMoney = useMoney();
  const ofUser = (columns: Array<Column<T>>) =>
    seesMoney ? columns : columns.filter(({ money }) => !money);
  const columns = useMemo(() => ofUser(props.columns), [props.columns, seesMoney]);
  const shownColumns = drawer?.columns ? ofUser(drawer.columns) : columns;
  return (
    <>
      <Listing {...props} columns={columns} />
      {drawer && <RowDrawer drawer={drawer} shown={opened} label={label} columns={shownColumns} />}
    </>
  );
}

function Listing<T>(props: DataTableProps<T>) {
  const { name, label, answer, id, link, onOpen, opened, empty, expected = 10 } = props;
  const { columns, sort = "", onSort, selection, hiddenByDefault = [] } = props;
  const { page, onPage = () => {}, total, pages } = props;
  const { density, setDensity, hidden, setHidden } = useTableSettings(name, hiddenByDefault);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  // Many rows are rendered in steps, so that input is handled in between.
  const rows = useDeferredValue(answer.data?.list);
  const leads = Boolean(link || onOpen);
  const shown = useMemo(() => {
    const chosen = columns.filter(
      ({ key, always }, index) => index === 0 || always || !hidden.includes(key),
    );
    // Columns without space on a phone are on the row's page; without one, in its details.
    return phone ? phoneColumns(columns, leads ? [] : chosen) : chosen;
  }, [columns, hidden, phone, leads]);
  if (!rows || rows.length === 0) {
    return (
      <Paper>
        {rows ? (
          empty
        ) : answer.error ? (
          <QueryError of={answer} what={label} />
        ) : (
          <SkeletonRows rows={expected} height={phone ? PHONE_ROW : ROW[density]} />
        )}
      </Paper>
    );
  }
  return (
    <div className="portal-table" data-density={density}>
      <TableGrid
        label={label}
        rows={rows}
        columns={shown}
        id={id}
        sort={sort}
        onSort={onSort}
        link={link}
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
        {page && answer.data && (
          <Pages page={page} of={answer.data} total={total} onChange={onPage} />
        )}
      </div>
    </div>
  );
}

/** The details of a row: all its columns, including hidden ones, and its actions. */
interface RowDrawerContent<T> {
  title: (row: T) => string;
  /** Above the columns: buttons. */
  actions?: (row: T) => ReactNode;
  /** Below the columns: what more there is to see. */
  more?: (row: T) => ReactNode;
  /** The columns, if they differ from the table's. */
  columns?: Array<Column<T>>;
  opened: OpenedRow<T>;
  onClose: () => void;
}

interface RowDrawerProps<T> {
  drawer: RowDrawerContent<T>;
  /** The key of the row in the URL, if that names one. */
  shown: string | number | null | undefined;
  label: string;
  columns: Array<Column<T>>;
}

/** The drawer of a row that has no page and no form of its own. */
function RowDrawer<T>({ drawer, shown, label, columns }: RowDrawerProps<T>) {
  const { title, actions, more, opened, onClose } = drawer;
  const menu = columns.find(({ phone }) => phone === "menu");
  return (
    <LazyDrawer shown={shown} title={opened.row ? title(opened.row) : label} onClose={onClose}>
      <OpenedContent opened={opened}>
        {(row) => (
          <Stack gap="sm" className="portal-row-drawer">
            {(actions || menu) && (
              <Group gap="xs">
                {actions?.(row)}
                {menu?.cell(row)}
              </Group>
            )}
            {columns.map((column) =>
              column === menu ? null : (
                <DetailRow key={column.key} name={column.title}>
                  {column.cell(row)}
                </DetailRow>
              ),
            )}
            {more?.(row)}
          </Stack>
        )}
      </OpenedContent>
    </LazyDrawer>
  );
}

const TableSettingsForm = overlay(
  () => import("./lazy/TableSettingsForm").then(({ TableSettingsForm }) => TableSettingsForm),
  <Skeleton h={120} />,
);

/** Which columns a table shows, and its row height. */
function TableSettings(props: TableSettingsFormProps) {
  const [opened, setOpened] = useState(false);
  return (
    <LazyPopover
      opened={opened}
      onOpenedChange={setOpened}
      position="top-start"
      width={220}
      button={(buttonProps) => (
        <ActionIcon
          {...buttonProps}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={table.view}
        >
          <IconAdjustments size={16} stroke={1.5} />
        </ActionIcon>
      )}
    >
      <TableSettingsForm {...props} />
    </LazyPopover>
  );
}

interface PagesProps {
  page: Paging | CursorPage;
  of: { total?: number | null; next?: string | null };
  total: string | undefined;
  onChange: (page: Partial<Paging> & { cursor?: string }) => void;
}

/** The controls of a list's pages, which have numbers or cursors. */
function Pages({ page, of, total, onChange }: PagesProps) {
  return "curPage" in page ? (
    <PageControls {...page} total={of.total ?? 0} onChange={onChange} />
  ) : (
    <CursorControls
      {...page}
      next={of.next ?? null}
      total={total ?? of.total}
      onChange={onChange}
    />
  );
}
