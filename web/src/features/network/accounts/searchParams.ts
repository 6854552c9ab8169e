/** The search parameters in the URL of the operators' list of publishers. */

import type { CallInput } from "@/api/call";
import { type PagedSearch, pagedSearch, pageOf } from "@/features/network/searchParams";
import { parseId, parseText } from "@/ui/base/searchParams";

export interface AccountsSearch extends PagedSearch {
  keyword?: string;
  uid?: number;
}

export const accountsSearch = (search: Record<string, unknown>): AccountsSearch => ({
  ...pagedSearch(search),
  keyword: parseText(search.keyword),
  uid: parseId(search.uid),
});

export function accountsInput(search: AccountsSearch) {
  const { keyword, uid } = search;
  return {
    filter: { keyword, uid },
    page: pageOf(search),
  } satisfies CallInput<"/network/accounts">;
}
