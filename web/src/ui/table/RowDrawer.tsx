import "./table.css";

import { Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import type { Column } from "./DataTable";
import { OpenedContent } from "./opened/OpenedContent";
import type { OpenedRow } from "./opened/useOpenedRow";

/** A look at one row: all its columns, whatever the table shows of them, and what can be done. */
export interface Look<T> {
  title: (row: T) => string;
  /** Above the columns: buttons. */
  actions?: (row: T) => ReactNode;
  /** Where they are others than the table's. */
  columns?: Array<Column<T>>;
  opened: OpenedRow<T>;
  onClose: () => void;
}

interface RowDrawerProps<T> {
  look: Look<T>;
  /** The key of the row in the URL, if that names one. */
  shown: string | number | null | undefined;
  label: string;
  columns: Array<Column<T>>;
}

/** The drawer of a row that has no page and no form of its own. */
export function RowDrawer<T>({ look, shown, label, columns }: RowDrawerProps<T>) {
  const { title, actions, opened, onClose } = look;
  const menu = columns.find(({ phone }) => phone === "menu");
  return (
    <LazyDrawer shown={shown} title={opened.row ? title(opened.row) : label} onClose={onClose}>
      <OpenedContent opened={opened}>
        {(row) => (
          <Stack gap="sm" className="portal-look">
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
          </Stack>
        )}
      </OpenedContent>
    </LazyDrawer>
  );
}
