import { Tooltip } from "@mantine/core";
import type { ReactElement } from "react";

const EVENTS = { hover: true, focus: true, touch: false };

/** Shows immediately where an icon of the collapsed sidebar leads. */
export function SidebarTooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Tooltip
      label={label}
      position="right"
      openDelay={0}
      events={EVENTS}
      withinPortal={false}
      floatingStrategy="fixed"
    >
      {children}
    </Tooltip>
  );
}
