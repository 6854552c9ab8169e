import type { ReactNode } from "react";

import classes from "./RowList.module.css";

interface RowListProps {
  label?: string;
  /** Each is an `li`. */
  children: ReactNode;
}

/** Rows of a panel, separated by lines. */
export function RowList({ label, children }: RowListProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}
