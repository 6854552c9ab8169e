/** What a menu of pages consists of. */

import type { ComponentType } from "react";

interface Icon {
  size?: number | string;
  stroke?: number | string;
}

export interface Entry {
  label: string;
  icon: ComponentType<Icon>;
  link: { to: string; search?: object };
  /** The path prefix of pages that have no entry of their own. */
  below?: string;
  /** How many rows of the page wait for the reader. */
  waiting?: number;
}

export interface Group {
  label?: string;
  entries: Entry[];
}
