/** The search parameters in the URL of Login Information: the page of the account's log. */
import type { CallInput } from "@/api/call";
import { parseText } from "@/ui/base/searchParams";
import { type Paging, parsePaging } from "@/ui/table/paging";

export interface AuditSearch {
  cursor?: string;
  perPage?: Paging["perPage"];
}

const DEFAULT_SIZE = 10;

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const { perPage } = parsePaging(search, DEFAULT_SIZE);
  return {
    cursor: parseText(search.cursor),
    perPage: perPage === DEFAULT_SIZE ? undefined : perPage,
  };
}

export function auditInput({
  cursor,
  perPage = DEFAULT_SIZE,
}: AuditSearch): CallInput<"/user/audit"> {
  return { page: { perPage, cursor } };
}
