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
