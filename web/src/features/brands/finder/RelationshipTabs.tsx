import { Link } from "@tanstack/react-router";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { BrandSearch } from "@/features/brands/searchParams";
import { brand as words } from "@/text/brands/brand";
import { shell } from "@/text/core/shell";
import { PageTabs, tabOf } from "@/ui/layout/PageTabs";

const ORDER = [
  RELATION_NONE,
  RELATION_JOINED,
  RELATION_PENDING,
  RELATION_REJECTED,
  RELATION_ENDED,
] as const;

/** The same search for brands with another relationship, and all channels' applications. */
export function RelationshipTabs({ search }: { search?: BrandSearch }) {
  return (
    <PageTabs label={words.relationship}>
      {ORDER.map((status) => (
        <Link
          key={status}
          to="/brands/find"
          search={{ ...search, status, curPage: undefined }}
          {...tabOf(status === search?.status)}
        >
          {words.relationships[status]}
        </Link>
      ))}
      <Link to="/brands/applications" {...tabOf(!search)}>
        {shell.applications}
      </Link>
    </PageTabs>
  );
}
