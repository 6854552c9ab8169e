import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { brand as words } from "@/text/brand";
import classes from "./Relations.module.css";
import { type BrandSearch, ENDED, JOINED, NEW, PENDING, REJECTED } from "./search";

/** The same search among the brands of another standing. */
export function Relations({ search }: { search: BrandSearch }) {
  return (
    <Group
      component="nav"
      gap={4}
      wrap="nowrap"
      className={classes.row}
      aria-label={words.relationship}
    >
      {([NEW, JOINED, PENDING, REJECTED, ENDED] as const).map((status) => (
        <Link
          key={status}
          to="/brands/find"
          search={{ ...search, status, curPage: undefined }}
          className={classes.link}
          aria-current={status === search.status ? "page" : undefined}
        >
          {words.relationships[status]}
        </Link>
      ))}
    </Group>
  );
}
