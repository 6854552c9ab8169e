/** The search parameters in the URL of the operators' list of brands. */

import type { CallInput } from "@/api/call";
import {
  type FormSearch,
  formSearch,
  type PagedSearch,
  pagedSearch,
  pageOf,
} from "@/features/network/searchParams";
import { parseOneOf, parseText } from "@/ui/base/searchParams";

export const BRAND_STATUSES = ["online", "paused", "offline"] as const;

export interface BrandsSearch extends PagedSearch, FormSearch {
  keyword?: string;
  status?: (typeof BRAND_STATUSES)[number];
}

export const brandsSearch = (search: Record<string, unknown>): BrandsSearch => ({
  ...pagedSearch(search),
  ...formSearch(search),
  keyword: parseText(search.keyword),
  status: parseOneOf(search.status, BRAND_STATUSES),
});

export function brandsInput(search: BrandsSearch) {
  const { keyword, status } = search;
  return {
    filter: { keyword, status },
    page: pageOf(search),
  } satisfies CallInput<"/network/brands">;
}
