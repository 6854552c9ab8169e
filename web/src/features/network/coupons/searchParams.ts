/** The search parameters in the URL of the operators' list of coupons. */

import type { CallInput } from "@/api/call";
import { type FormSearch, formSearch, pageOf } from "@/features/network/searchParams";
import { parseText } from "@/ui/base/searchParams";

export interface CouponsSearch extends FormSearch {
  mcid?: string;
}

export const couponsSearch = (search: Record<string, unknown>): CouponsSearch => ({
  ...formSearch(search),
  mcid: parseText(search.mcid),
});

export const couponsInput = (search: CouponsSearch) =>
  ({
    filter: { mcid: search.mcid },
    page: pageOf(search),
  }) satisfies CallInput<"/network/coupons">;
