import { Box, type BoxProps } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./SmallTable.module.css";

interface SmallTableProps extends BoxProps {
  /** Columns share the width regardless of their content. */
  fixed?: boolean;
  label?: string;
  children: ReactNode;
}

/** A few rows within a card; a listing is a DataTable. */
export function SmallTable({ fixed, label, children, ...box }: SmallTableProps) {
  return (
    <Box component="table" className={classes.table} mod={{ fixed }} aria-label={label} {...box}>
      {children}
    </Box>
  );
}

/** A row that leads where the link in it does, wherever it is touched. */
export function LinkRow({ children }: { children: ReactNode }) {
  return (
    <tr
      data-opens
      onClick={({ target, currentTarget }) => {
        if (!(target as Element).closest("a, button")) currentTarget.querySelector("a")?.click();
      }}
    >
      {children}
    </tr>
  );
}

interface CellProps extends BoxProps {
  numeric?: boolean;
  children?: ReactNode;
}

/** A column header. */
export function Head({ numeric, ...box }: CellProps) {
  return <Box component="th" scope="col" mod={{ numeric }} {...box} />;
}

export function Cell({ numeric, ...box }: CellProps) {
  return <Box component="td" mod={{ numeric }} {...box} />;
}
