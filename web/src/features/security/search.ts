/** What Login Information keeps in the URL: the page of the account's log. */
import type { Ask } from "@/api/call";
import { text } from "@/ui/base/search";
import { type Paging, paging } from "@/ui/table/paging";

export interface LoginSearch {
  cursor?: string;
  perPage?: Paging["perPage"];
}

const USUAL = 10;

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const { perPage } = paging(search, USUAL);
  return { cursor: text(search.cursor), perPage: perPage === USUAL ? undefined : perPage };
}

export function auditAsk({ cursor, perPage = USUAL }: LoginSearch): Ask<"/user/audit"> {
  return { page: { perPage, cursor } };
}
