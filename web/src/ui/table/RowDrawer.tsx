import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import type { Column } from "./DataTable";

/** A look at one row: all its columns, whatever the table shows of them, and what can be done. */
export interface Look<T> {
  title: (row: T) => string;
  /** Above the columns: buttons. */
  actions?: (row: T) => ReactNode;
  /** The row that is looked at, where it is not on this page of the list. */
  elsewhere?: T;
  onClose: () => void;
}

interface RowDrawerProps<T> {
  look: Look<T>;
  row: T | undefined;
  id: (row: T) => string | number;
  columns: Array<Column<T>>;
}

/** The drawer of a row that has no page and no form of its own. */
export function RowDrawer<T>({ look, row, id, columns }: RowDrawerProps<T>) {
  const { title, actions, onClose } = look;
  return (
    <LazyDrawer shown={row && id(row)} title={row && title(row)} onClose={onClose}>
      {row && (
        <Stack gap="sm">
          {actions?.(row)}
          {columns.map((column) => (
            <DetailRow key={column.key} name={column.title}>
              {column.cell(row)}
            </DetailRow>
          ))}
        </Stack>
      )}
    </LazyDrawer>
  );
}
