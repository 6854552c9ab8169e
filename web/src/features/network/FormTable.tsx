import { Button, Group } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { Fragment, type ReactNode, useState } from "react";

import type { FormSearch, TabProps } from "@/features/network/searchParams";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";
import type { Paging } from "@/ui/table/paging";

interface FormTableProps<Row, Search extends FormSearch> extends TabProps<Search> {
  name: string;
  label: string;
  answer: UseQueryResult<{ list: Row[]; total: number }>;
  columns: Array<Column<Row>>;
  /** The key by which the URL names the row whose form is open. */
  id: (row: Row) => string;
  /** The page that is shown; absent where all rows are. */
  page?: Paging;
  empty: ReactNode;
  /** Content beside the button, such as filters. */
  filters?: ReactNode;
  add: string;
  change: string;
  /** The row that the URL names; absent where the form finds it itself. */
  opened?: OpenedRow<Row>;
  /** The form in the drawer, for a new row or the one that the URL names; `reload` shows it anew. */
  form: (close: () => void, reload: () => void, saved?: Row) => ReactNode;
}

/** A list of records that operators maintain, with a drawer for the form of one. */
export function FormTable<Row, Search extends FormSearch>(props: FormTableProps<Row, Search>) {
  const { search, onSearch, answer, id, page, filters, add, change, opened, form, ...table } =
    props;
  const close = () => onSearch({ ...search, add: undefined, edit: undefined });
  const [version, setVersion] = useState(0);
  const reload = () => setVersion(version + 1);
  return (
    <>
      <Group justify={filters ? "space-between" : "flex-end"}>
        {filters}
        <Button
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={() => onSearch({ ...search, add: true })}
        >
          {add}
        </Button>
      </Group>
      <DataTable
        {...table}
        answer={answer}
        id={id}
        onOpen={(row) => onSearch({ ...search, edit: id(row) })}
        opened={search.edit ?? null}
        page={page}
        onPage={(picked) => onSearch({ ...search, ...picked })}
      />
      <LazyDrawer
        shown={search.edit ?? (search.add && "new")}
        title={search.edit ? change : add}
        onClose={close}
      >
        {opened && search.edit ? (
          <OpenedContent opened={opened} key={version}>
            {(row) => form(close, reload, row)}
          </OpenedContent>
        ) : (
          <Fragment key={version}>{form(close, reload)}</Fragment>
        )}
      </LazyDrawer>
    </>
  );
}
