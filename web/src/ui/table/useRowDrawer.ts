import type { QueryKey, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Column } from "./DataTable";
import { type Listed, useOpenedRow } from "./opened/useOpenedRow";

interface RowDrawerOptions<Row, Answer extends Listed<Row>, Key extends QueryKey> {
  answer: UseQueryResult<Answer>;
  id: (row: Row) => string | number;
  /** The key of the open row in the URL, and a function that sets it. */
  shown: string | number | undefined;
  onShow: (key: string | undefined) => void;
  alone: UseQueryOptions<Answer, Error, Answer, Key>;
  title: (row: Row) => string;
  /** Above the columns: buttons. */
  actions?: (row: Row) => ReactNode;
  /** Below the columns: what more there is to see. */
  more?: (row: Row) => ReactNode;
  /** The columns, if they differ from the table's. */
  columns?: Array<Column<Row>>;
}

/** A list of which each row opens a drawer with all its columns; spread into a DataTable. */
export function useRowDrawer<Answer extends Listed<unknown>, Key extends QueryKey>({
  answer,
  id,
  shown,
  onShow,
  alone,
  ...drawer
}: RowDrawerOptions<Answer["list"][number], Answer, Key>) {
  type Row = Answer["list"][number];
  const isShown = (row: Row) => String(id(row)) === String(shown);
  const isOpened = shown === undefined ? undefined : isShown;
  const opened = useOpenedRow<Row, Answer, Key>({ answer, isOpened, alone });
  return {
    answer,
    id,
    opened: shown ?? null,
    onOpen: (row: Row) => onShow(String(id(row))),
    drawer: { ...drawer, opened, onClose: () => onShow(undefined) },
  };
}
