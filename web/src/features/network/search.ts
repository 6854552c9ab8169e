/** What the operators' page keeps in the URL. */
import type { Ask } from "@/api/call";
import { id, oneOf, text } from "@/ui/base/search";
import { type Paging, paging } from "@/ui/table/paging";

export const TABS = ["brands", "reviews", "orders", "publishers"] as const;
export type Tab = (typeof TABS)[number];
export const BRAND_STATUSES = ["online", "paused", "offline"] as const;
export const ORDER_STATUSES = ["Pending", "Approved", "Rejected"] as const;

export interface NetworkSearch extends Partial<Paging> {
  tab?: Exclude<Tab, "brands">;
  keyword?: string;
  status?: (typeof BRAND_STATUSES)[number];
  /** The form of a new brand is open. */
  add?: true;
  /** The brand whose form is open. */
  edit?: string;
  /** Everything, not only what waits. */
  decided?: true;
  /** The page of channels; that of relationships is curPage. */
  sitePage?: number;
  item_status?: (typeof ORDER_STATUSES)[number];
  mcid?: string;
  uid?: number;
  order_id?: string;
  start_date?: string;
  end_date?: string;
  cursor?: string;
}

/** What the page hands to each of its tabs. */
export interface TabProps {
  search: NetworkSearch;
  /** Goes to another search. */
  onSearch: (search: NetworkSearch) => void;
}

export function networkSearch(search: Record<string, unknown>): NetworkSearch {
  const tab = oneOf(search.tab, TABS);
  const { curPage, perPage } = paging(search);
  return {
    tab: tab === "brands" ? undefined : tab,
    keyword: text(search.keyword),
    status: oneOf(search.status, BRAND_STATUSES),
    add: search.add === true || undefined,
    edit: text(search.edit),
    decided: search.decided === true || undefined,
    sitePage: id(search.sitePage),
    item_status: oneOf(search.item_status, ORDER_STATUSES),
    mcid: text(search.mcid),
    uid: id(search.uid),
    order_id: text(search.order_id),
    start_date: text(search.start_date),
    end_date: text(search.end_date),
    cursor: text(search.cursor),
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

export const pageOf = ({ curPage, perPage }: NetworkSearch) => paging({ curPage, perPage });

export function brandsAsk(search: NetworkSearch) {
  const { keyword, status } = search;
  return { filter: { keyword, status }, page: pageOf(search) } satisfies Ask<"/network/brands">;
}

export function accountsAsk(search: NetworkSearch) {
  return {
    filter: { keyword: search.keyword, uid: search.uid },
    page: pageOf(search),
  } satisfies Ask<"/network/accounts">;
}

const WAITING = { relationship: 1, site: 0 } as const;

export function relationshipsAsk(search: NetworkSearch) {
  const status = search.decided ? undefined : WAITING.relationship;
  return { filter: { status }, page: pageOf(search) } satisfies Ask<"/network/relationships">;
}

export function sitesAsk({ decided, sitePage, perPage }: NetworkSearch) {
  const status = decided ? undefined : WAITING.site;
  return {
    filter: { status },
    page: paging({ curPage: sitePage, perPage }),
  } satisfies Ask<"/network/sites">;
}

export function ordersAsk(search: NetworkSearch) {
  const { mcid, uid, order_id, start_date, end_date, item_status: status, cursor } = search;
  return {
    filter: { mcid, uid, order_id, start_date, end_date, status },
    page: { perPage: pageOf(search).perPage, cursor },
  } satisfies Ask<"/network/orders">;
}
