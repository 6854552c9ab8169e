/** The search parameters in the URL of the operators' reviews. */

import type { CallInput } from "@/api/call";
import {
  RELATION_JOINED,
  RELATION_PENDING,
  RELATION_REJECTED,
  SITE_STATUS_APPROVED,
  SITE_STATUS_PENDING,
  SITE_STATUS_REJECTED,
} from "@/api/gen/enums.gen";
import { type PagedSearch, pagedSearch, pageOf } from "@/features/network/searchParams";
import { parseId, parseOneOf } from "@/ui/base/searchParams";

/** The choices of the lists: pending rows, rows with one decision, or all rows. */
export const SHOWN = ["waiting", "approved", "rejected", "all"] as const;
export type Shown = (typeof SHOWN)[number];

export interface ReviewsSearch extends PagedSearch {
  /** Other rows than the pending ones. */
  show?: Exclude<Shown, "waiting">;
  /** `show=all`, as the address said it before there was a choice; the URL no longer keeps it. */
  decided?: undefined;
  uid?: number;
  /** The page of channels; that of relationships is curPage. */
  sitePage?: number;
}

export const reviewsSearch = (search: Record<string, unknown>): ReviewsSearch => ({
  ...pagedSearch(search),
  show:
    parseOneOf(search.show, ["approved", "rejected", "all"]) ??
    (search.decided === true ? "all" : undefined),
  decided: undefined,
  uid: parseId(search.uid),
  sitePage: parseId(search.sitePage),
});

const RELATIONS = {
  waiting: RELATION_PENDING,
  approved: RELATION_JOINED,
  rejected: RELATION_REJECTED,
  all: undefined,
} as const;
const SITES = {
  waiting: SITE_STATUS_PENDING,
  approved: SITE_STATUS_APPROVED,
  rejected: SITE_STATUS_REJECTED,
  all: undefined,
} as const;
const CLAIMS = {
  waiting: "waiting",
  approved: "confirmed",
  rejected: "rejected",
  all: undefined,
} as const;

export function relationshipsInput(search: ReviewsSearch) {
  const { show, uid } = search;
  return {
    filter: { status: RELATIONS[show ?? "waiting"], uid },
    page: pageOf(search),
  } satisfies CallInput<"/network/relationships">;
}

export function sitesInput({ show, uid, sitePage, perPage }: ReviewsSearch) {
  return {
    filter: { status: SITES[show ?? "waiting"], uid },
    page: pageOf({ curPage: sitePage, perPage }),
  } satisfies CallInput<"/network/sites">;
}

/**
 * The call for VAT claims that wait for a confirmation; the page of that list is not kept in the
 * URL.
 */
export function vatReviewsInput({ show, uid, perPage }: ReviewsSearch, curPage = 1) {
  return {
    filter: { state: CLAIMS[show ?? "waiting"], uid },
    page: pageOf({ curPage, perPage }),
  } satisfies CallInput<"/network/vat_reviews">;
}
