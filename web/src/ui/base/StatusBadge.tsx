import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconCoin } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./StatusBadge.module.css";
import type { State } from "./theme";

const ICONS = {
  approved: IconCircleCheck,
  pending: IconClock,
  rejected: IconCircleX,
  paid: IconCoin,
  offline: IconBan,
} as const satisfies Record<State, unknown>;

/** A status: text, icon and colour, never colour alone. */
export function StatusBadge({ state, children }: { state: State; children: ReactNode }) {
  const Icon = ICONS[state];
  return (
    <span className={classes.badge} data-state={state}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
