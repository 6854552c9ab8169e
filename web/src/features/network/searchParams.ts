/** What the operators' lists share: their names, and the search parameters in their URLs. */

import type { lists } from "@/text/network/lists";
import { parseText } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

/** The lists; each is a page of its own. */
export type Tab = keyof typeof lists;

type Address = Record<string, unknown>;

/** A list by pages, and the row whose drawer is open. */
export interface PagedSearch extends Partial<Paging> {
  look?: string;
}

/** A list that continues after a cursor, and the row whose drawer is open. */
export interface CursorSearch extends Pick<PagedSearch, "look" | "perPage"> {
  cursor?: string;
}

/** A list by pages, and its form. */
export interface FormSearch extends Partial<Paging> {
  /** The form of a new row is open. */
  add?: true;
  /** The row whose form is open. */
  edit?: string;
}

/** The props that a page passes to its list. */
export interface TabProps<Search> {
  search: Search;
  /** Goes to another search. */
  onSearch: (search: Search) => void;
}

export const pagedSearch = (search: Address): PagedSearch => ({
  ...parsePages(search),
  look: parseLook(search.look),
});

export const cursorSearch = (search: Address): CursorSearch => ({
  perPage: parsePages(search).perPage,
  look: parseLook(search.look),
  cursor: parseText(search.cursor),
});

export const formSearch = (search: Address): FormSearch => ({
  ...parsePages(search),
  add: search.add === true || undefined,
  edit: parseText(search.edit),
});

/**
 * The key of the row whose drawer is open, as text; the router parses a numeric one as a number.
 */
function parseLook(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : parseText(value);
}

/** The requested page of a list, by number. */
export const pageOf = ({ curPage, perPage }: Partial<Paging>) => parsePaging({ curPage, perPage });

/** The requested page of a list, by cursor. */
export const pageAfter = ({ perPage, cursor }: CursorSearch) => ({
  perPage: pageOf({ perPage }).perPage,
  cursor,
});
