/** The search parameters in the URL of the operators' list of orders. */

import type { CallInput } from "@/api/call";
import type { NetworkOrderBasis } from "@/api/gen/types.gen";
import { type CursorSearch, cursorSearch, pageAfter } from "@/features/network/searchParams";
import { parsePeriod } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";

export const ORDER_BASES = ["order", "reported"] as const satisfies NetworkOrderBasis[];
export const ORDER_STATUSES = ["Pending", "Approved", "Rejected"] as const;

export interface OrdersSearch extends CursorSearch {
  /** Orders by another time than that of the order. */
  date_basis?: Exclude<NetworkOrderBasis, "order">;
  item_status?: (typeof ORDER_STATUSES)[number];
  mcid?: string;
  uid?: number;
  order_id?: string;
  start_date?: string;
  end_date?: string;
}

export const ordersSearch = (search: Record<string, unknown>): OrdersSearch => ({
  ...cursorSearch(search),
  date_basis: parseOneOf(search.date_basis, ["reported"]),
  item_status: parseOneOf(search.item_status, ORDER_STATUSES),
  mcid: parseText(search.mcid),
  uid: parseId(search.uid),
  order_id: parseText(search.order_id),
  start_date: parseText(search.start_date),
  end_date: parseText(search.end_date),
});

export function ordersInput(search: OrdersSearch) {
  const { date_basis, mcid, uid, order_id, item_status: status, start_date, end_date } = search;
  const days =
    start_date && end_date ? parsePeriod({ start_date, end_date }) : { start_date, end_date };
  return {
    filter: { date_basis, mcid, uid, order_id, ...days, status },
    page: pageAfter(search),
  } satisfies CallInput<"/network/orders">;
}
