import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { BrandSearch } from "@/features/brands/search";
import { brand as words } from "@/text/brands/brand";
import { shell } from "@/text/core/shell";
import classes from "./RelationshipTabs.module.css";

const ORDER = [
  RELATION_NONE,
  RELATION_JOINED,
  RELATION_PENDING,
  RELATION_REJECTED,
  RELATION_ENDED,
] as const;

/** Scrolls the current tab into view, because a phone has no room for all. */
function showCurrent(tabs: HTMLElement | null) {
  const current = tabs?.querySelector<HTMLElement>("[aria-current]");
  if (tabs && current)
    tabs.scrollLeft = current.offsetLeft + current.offsetWidth - tabs.clientWidth;
}

/** The same search for brands with another relationship, and all channels' applications. */
export function RelationshipTabs({ search }: { search?: BrandSearch }) {
  return (
    <Group
      component="nav"
      ref={showCurrent}
      gap={4}
      wrap="nowrap"
      className={classes.row}
      aria-label={words.relationship}
    >
      {ORDER.map((status) => (
        <Link
          key={status}
          to="/brands/find"
          search={{ ...search, status, curPage: undefined }}
          className={classes.link}
          aria-current={status === search?.status ? "page" : undefined}
        >
          {words.relationships[status]}
        </Link>
      ))}
      <Link
        to="/brands/applications"
        className={classes.link}
        aria-current={search ? undefined : "page"}
      >
        {shell.applications}
      </Link>
    </Group>
  );
}
