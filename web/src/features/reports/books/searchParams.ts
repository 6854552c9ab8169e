/** The search parameters in the URL of My books: the comparison that is open, and which of its rows are listed. */
import type { QueryClient } from "@tanstack/react-query";
import type { CallInput } from "@/api/call";
import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { BookClass, BookReason } from "@/api/gen/types.gen";
import { query } from "@/api/query";
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

/** Reads a comparison ahead, and its rows once it is done: until then it has none, and that answer would be kept. */
export async function prefetchComparison(client: QueryClient, id: number, search: BookSearch) {
  const info = query("/reports/books_info", { attributes: { id } });
  await client.prefetchQuery(info);
  if (client.getQueryData(info.queryKey)?.status === DOWNLOAD_STATUS_READY)
    await client.prefetchQuery(query("/reports/books_rows", rowsInput(search)));
}
