import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconCoin } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./StatusBadge.module.css";
import type { Role } from "./theme";

const ICONS = {
  approved: IconCircleCheck,
  pending: IconClock,
  rejected: IconCircleX,
  paid: IconCoin,
  offline: IconBan,
} as const satisfies Record<Role, unknown>;

/** A state: a word, an icon and a colour, never the colour alone. */
export function StatusBadge({ role, children }: { role: Role; children: ReactNode }) {
  const Icon = ICONS[role];
  return (
    <span className={classes.badge} data-state={role}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
}
