/** What Payments keeps in the URL. */
import type { CallInput } from "@/api/call";
import { parseId, parseOneOf } from "@/ui/base/searchParams";
import { type Paging, parsePaging } from "@/ui/table/paging";

export const PAYMENT_STATES = [
  "requested",
  "processing",
  "sent",
  "paid",
  "failed",
  "returned",
  "cancelled",
] as const;
export const SETTLEMENT_STATES = ["waiting", "payable", "requested", "paid"] as const;

export interface SummarySearch extends Partial<Paging> {
  status?: (typeof PAYMENT_STATES)[number];
}

export interface DetailsSearch extends Partial<Paging> {
  payment_id?: number;
  /** The settlement whose orders are shown. */
  settlement_id?: number;
  state?: (typeof SETTLEMENT_STATES)[number];
}

function parsePages(search: Record<string, unknown>): Partial<Paging> {
  const { curPage, perPage } = parsePaging(search);
  return {
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

export function summarySearch(search: Record<string, unknown>): SummarySearch {
  return { ...parsePages(search), status: parseOneOf(search.status, PAYMENT_STATES) };
}

export function detailsSearch(search: Record<string, unknown>): DetailsSearch {
  return {
    ...parsePages(search),
    payment_id: parseId(search.payment_id),
    settlement_id: parseId(search.settlement_id),
    state: parseOneOf(search.state, SETTLEMENT_STATES),
  };
}

export function summaryInput({ status, curPage, perPage }: SummarySearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { status }, page } satisfies CallInput<"/payments/summary">;
}

export function detailsInput({ payment_id, curPage, perPage }: DetailsSearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { payment_id }, page } satisfies CallInput<"/payments/details">;
}

export function ordersInput(search: DetailsSearch & { settlement_id: number }) {
  const { settlement_id, curPage, perPage } = search;
  const page = parsePaging({ curPage, perPage });
  return { filter: { settlement_id }, page } satisfies CallInput<"/payments/settlement_orders">;
}

export function settlementsInput({ state, curPage, perPage }: DetailsSearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { state }, page } satisfies CallInput<"/payments/settlements">;
}
