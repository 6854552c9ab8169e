/** What My books keeps in its URL: the comparison that is open, and which of its rows are listed. */
import type { CallInput } from "@/api/call";
import type { BookClass, BookReason } from "@/api/gen/types.gen";
import { books } from "@/text/reports/books";
import { parseId, parseOneOf } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

export const CLASSES = [
  "differs",
  "only_mine",
  "only_yours",
  "matched",
  "unread",
] as const satisfies BookClass[];
export const REASONS = Object.keys(books.reasons) as BookReason[];

export interface BookSearch extends Partial<Paging> {
  /** The comparison that is open. */
  comparison?: number;
  class?: BookClass;
  reason?: BookReason;
  /** The form of a file to compare is open. */
  add?: true;
}

export function bookSearch(search: Record<string, unknown>): BookSearch {
  return {
    comparison: parseId(search.comparison),
    class: parseOneOf(search.class, CLASSES),
    reason: parseOneOf(search.reason, REASONS),
    add: search.add === true ? true : undefined,
    ...parsePages(search),
  };
}

const pageOf = ({ curPage, perPage }: BookSearch) => parsePaging({ curPage, perPage });

/** The call that answers the list of comparisons. */
export const comparisonsInput = (search: BookSearch) =>
  ({ page: pageOf(search) }) satisfies CallInput<"/reports/books_list">;

/** The call that answers the rows of the open comparison. */
export const rowsInput = (search: BookSearch) =>
  ({
    filter: { id: search.comparison ?? 0, class: search.class, reason: search.reason },
    page: pageOf(search),
  }) satisfies CallInput<"/reports/books_rows">;
