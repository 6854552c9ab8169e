/** What Global Postback keeps in its URL: which deliveries are shown, and the one whose drawer is open. */
import type { CallInput } from "@/api/call";
import type { Delivery } from "@/api/gen/types.gen";
import type { Period } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePaging } from "@/ui/table/paging";

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

const DELIVERY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface DeliverySearch extends Partial<Paging & Period> {
  /** The postback whose deliveries are shown. */
  postback?: number;
  state?: Delivery["state"];
  delivery?: string;
}

export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  const { curPage, perPage } = parsePaging(search);
  return {
    start_date: parseText(search.start_date),
    end_date: parseText(search.end_date),
    postback: parseId(search.postback),
    state: parseOneOf(search.state, DELIVERY_STATES),
    delivery: parseText(search.delivery)?.match(DELIVERY_ID)?.[0],
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

/** The call that answers the log. */
export function deliveriesInput(search: DeliverySearch): CallInput<"/postback/deliveries"> {
  const { postback: id, state, start_date, end_date } = search;
  return { filter: { id, state, start_date, end_date }, page: parsePaging({ ...search }) };
}
