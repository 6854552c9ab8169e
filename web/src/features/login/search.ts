/** What Login Information keeps in the URL: the page of the account's log. */
import type { Ask } from "@/api/call";
import { type Paging, paging } from "@/ui/paging";
import { text } from "@/ui/search";

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
