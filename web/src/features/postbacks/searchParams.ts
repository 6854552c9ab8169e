/** The search parameters in the URL of Global Postback: which deliveries are shown, and the one whose drawer is open. */
import type { CallInput } from "@/api/call";
import type { Delivery } from "@/api/gen/types.gen";
import { latest } from "@/ui/base/latest";
import type { Period } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import type { Live } from "@/ui/table/live/useLiveList";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

const ROWS_AT_ONCE = 100;
const NEWS_PAGE = { perPage: ROWS_AT_ONCE };
export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

const DELIVERY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface DeliverySearch extends Partial<Paging & Period> {
  /** The postback whose deliveries are shown. */
  postback?: number;
  state?: Delivery["state"];
  delivery?: string;
}

export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  return {
    start_date: parseText(search.start_date),
    end_date: parseText(search.end_date),
    postback: parseId(search.postback),
    state: parseOneOf(search.state, DELIVERY_STATES),
    delivery: parseText(search.delivery)?.match(DELIVERY_ID)?.[0],
    ...parsePages(search),
  };
}

/** The call that answers the log. */
export function deliveriesInput(search: DeliverySearch): CallInput<"/postback/deliveries"> {
  const { postback: id, state, start_date, end_date } = search;
  return { filter: { id, state, start_date, end_date }, page: parsePaging({ ...search }) };
}

/** The log's polling while it is visible: newer deliveries, and again those that wait or are open in a drawer. */
export function deliveryNews(search: DeliverySearch): Live<"/postback/deliveries"> {
  const { filter, page } = deliveriesInput(search);
  const first = page?.curPage === 1;
  return {
    asks: (rows) => {
      const changing = rows.filter(
        ({ id, state }) => state === "waiting" || id === search.delivery,
      );
      const ids = changing.slice(0, ROWS_AT_ONCE).map(({ id }) => id);
      const after = latest(rows.map(({ created_at }) => created_at));
      return [
        ...(first ? [{ filter: { ...filter, after }, page: NEWS_PAGE }] : []),
        ...(ids.length > 0 ? [{ filter: { delivery_ids: ids }, page: NEWS_PAGE }] : []),
      ];
    },
    belongs: (row, { list, total }) => {
      const last = list.at(-1);
      return first && (total <= list.length || (last !== undefined && isNewer(row, last)));
    },
  };
}

/** The order of the log: latest first, deliveries of the same moment by id. */
function isNewer(row: Delivery, than: Delivery): boolean {
  const [one, other] = [Date.parse(row.created_at), Date.parse(than.created_at)];
  return one === other ? row.id < than.id : one > other;
}
