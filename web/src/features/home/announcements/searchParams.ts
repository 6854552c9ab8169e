/** The search parameters in the URL of Announcements. */
import type { CallInput } from "@/api/call";
import type { NoticeKind } from "@/api/gen/types.gen";
import { parseId, parseOneOf } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

export const KINDS = ["product", "brands", "payments", "service"] as const satisfies NoticeKind[];

export interface NewsSearch extends Partial<Paging> {
  kind?: NoticeKind;
  unread?: true;
  /** The id of the open announcement. */
  notice?: number;
}

export function newsSearch(search: Record<string, unknown>): NewsSearch {
  return {
    kind: parseOneOf(search.kind, KINDS),
    unread: search.unread === true || undefined,
    notice: parseId(search.notice),
    ...parsePages(search),
  };
}

export function noticesInput({ kind, unread, curPage, perPage }: NewsSearch) {
  return {
    filter: { kind, unread },
    page: parsePaging({ curPage, perPage }),
  } satisfies CallInput<"/home/notices">;
}
