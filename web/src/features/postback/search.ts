/** What Global Postback keeps in its URL: which deliveries are shown, and the one whose drawer is open. */
import type { CallInput } from "@/api/call";
import type { Delivery } from "@/api/gen/types.gen";
import { type Period, parsePeriod } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePaging } from "@/ui/table/paging";

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

export interface DeliverySearch extends Partial<Paging & Period> {
  /** The postback whose deliveries are shown. */
  postback?: number;
  state?: Delivery["state"];
  delivery?: string;
}

export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  const { curPage, perPage } = parsePaging(search);
  const days = search.start_date && search.end_date ? parsePeriod(search) : {};
  return {
    ...days,
    postback: parseId(search.postback),
    state: parseOneOf(search.state, DELIVERY_STATES),
    delivery: parseText(search.delivery),
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

/** The call that answers the log. */
export function deliveriesInput(search: DeliverySearch): CallInput<"/postback/deliveries"> {
  const { postback, state, start_date, end_date, curPage, perPage } = search;
  return {
    filter: { id: postback, state, start_date, end_date },
    page: parsePaging({ curPage, perPage }),
  };
}
