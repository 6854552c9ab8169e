import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./PageTabs.module.css";

/** Scrolls the current tab into view, because a phone has no room for all. */
function showCurrent(tabs: HTMLElement | null) {
  const current = tabs?.querySelector<HTMLElement>("[aria-current]");
  if (tabs && current)
    tabs.scrollLeft = current.offsetLeft + current.offsetWidth - tabs.clientWidth;
}

/** Links to pages that belong together, below their title: `Link`s, each with `tabOf`. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group
      component="nav"
      ref={showCurrent}
      gap={4}
      wrap="nowrap"
      className={classes.row}
      aria-label={label}
    >
      {children}
    </Group>
  );
}

/** The looks of a tab, and whether it is the page that is shown. */
export const tabOf = (current: boolean) =>
  ({ className: classes.link, "aria-current": current ? "page" : undefined }) as const;
