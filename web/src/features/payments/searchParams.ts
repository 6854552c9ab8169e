/** The search parameters in the URL of Payments. */
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePages } from "@/ui/table/paging";

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const PAYMENT_STATES = [
  "requested",
  "processing",
  "sent",
  "paid",
  "failed",
  "returned",
  "cancelled",
] as const;
export const PAYMENT_FILTERS = ["on_the_way", ...PAYMENT_STATES] as const;
export const SETTLEMENT_STATES = ["waiting", "payable", "requested", "paid"] as const;

export interface SummarySearch extends Partial<Paging> {
  status?: (typeof PAYMENT_FILTERS)[number];
  /** The month in which they were paid. */
  paid_month?: string;
}

export interface DetailsSearch extends Partial<Paging> {
  payment_id?: number;
  /** The settlement whose orders are shown. */
  settlement_id?: number;
  state?: (typeof SETTLEMENT_STATES)[number];
  /** The brand of the settlements. */
  mcid?: string;
}

export function summarySearch(search: Record<string, unknown>): SummarySearch {
  return {
    ...parsePages(search),
    status: parseOneOf(search.status, PAYMENT_FILTERS),
    paid_month: parseText(search.paid_month)?.match(MONTH)?.[0],
  };
}

export function detailsSearch(search: Record<string, unknown>): DetailsSearch {
  return {
    ...parsePages(search),
    payment_id: parseId(search.payment_id),
    settlement_id: parseId(search.settlement_id),
    state: parseOneOf(search.state, SETTLEMENT_STATES),
    mcid: parseText(search.mcid),
  };
}
