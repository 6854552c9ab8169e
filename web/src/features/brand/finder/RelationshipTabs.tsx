import { Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type BrandSearch, ENDED, JOINED, NEW, PENDING, REJECTED } from "@/features/brand/search";
import { brand as words } from "@/text/publisher/brand";
import classes from "./RelationshipTabs.module.css";

/** The same search among the brands of another standing. */
export function RelationshipTabs({ search }: { search: BrandSearch }) {
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
