/** The search of the brand list, as kept in the URL. */

import type { CallInput } from "@/api/call";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { Brand, BrandSort, OfferType, Relation } from "@/api/gen/types.gen";
import { shell } from "@/text/core/shell";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

const RELATIONS = [
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_JOINED,
  RELATION_REJECTED,
  RELATION_ENDED,
] as const satisfies Relation[];

// Their texts are not here: what parses URLs is part of the first bundle.
export const SORTS = [
  "new",
  "name",
  "commission",
  "epc",
  "paid_within",
  "payment_days",
] as const satisfies BrandSort[];
export const PAID_WITHIN = [14, 30, 45, 60, 90] as const;
const OFFER_TYPES = ["CPS", "CPA", "CPL", "CPC", "CPM"] as const satisfies OfferType[];

export interface BrandSearch extends Partial<Paging> {
  status: Relation;
  /** The channel whose relationships are meant; the default one if absent. */
  site_id?: number;
  keyword?: string;
  category?: string;
  country?: string;
  offer_type?: OfferType;
  /** The days within which orders are usually paid out, as measured. */
  paid_within?: number;
  sort?: BrandSort;
}

/** Parses the URL; an unknown status means New Brands, and invalid values are left out. */
export function brandSearch(search: Record<string, unknown>): BrandSearch {
  return {
    status: parseOneOf(search.status, RELATIONS) ?? RELATION_NONE,
    site_id: parseId(search.site_id),
    keyword: parseText(search.keyword),
    category: parseText(search.category),
    country: parseText(search.country),
    offer_type: parseOneOf(search.offer_type, OFFER_TYPES),
    paid_within: parseOneOf(search.paid_within, PAID_WITHIN),
    sort: parseOneOf(search.sort, SORTS),
    ...parsePages(search),
  };
}

/** The call that answers a search. */
export function findInput({ curPage, perPage, ...filter }: BrandSearch): CallInput<"/brands/find"> {
  return { filter, page: parsePaging({ curPage, perPage }) };
}

/** The call that counts what each choice would find. */
export function facetsInput({
  curPage,
  perPage,
  sort,
  ...filter
}: BrandSearch): CallInput<"/brands/facets"> {
  return { filter };
}

const TITLES = {
  [RELATION_NONE]: shell.newBrands,
  [RELATION_PENDING]: shell.pendingBrands,
  [RELATION_JOINED]: shell.myBrands,
  [RELATION_REJECTED]: shell.rejectedBrands,
  [RELATION_ENDED]: shell.endedBrands,
} as const satisfies Record<Relation, string>;

/** The page's title, which follows its status. */
export function titleOf(search: Record<string, unknown>): string {
  return TITLES[brandSearch(search).status];
}

/** The number of active filters, apart from the status. */
export function countFilters({ category, country, offer_type, paid_within }: BrandSearch): number {
  return [category, country, offer_type, paid_within].filter(Boolean).length;
}

/** The names of pages below /brands, and of those to come. */
export const RESERVED_MCIDS = new Set(["applications", "compare", "find", "info"]);

/** Whether the channel can make links to a brand now. */
export function canLinkTo({ relationship, status }: Pick<Brand, "relationship" | "status">) {
  return relationship === RELATION_JOINED && status === "online";
}
