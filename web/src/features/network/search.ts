/** What the operators' page keeps in the URL. */

import type { ReactNode } from "react";

import type { CallInput } from "@/api/call";
import { RELATION_PENDING, SITE_STATUS_PENDING } from "@/api/gen/enums.gen";
import type {
  CaseState,
  NetworkOrderBasis,
  PaymentState,
  SettlementState,
  SettlementType,
} from "@/api/gen/types.gen";
import { parsePeriod } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePaging } from "@/ui/table/paging";

export const TABS = [
  "brands",
  "coupons",
  "reviews",
  "orders",
  "imports",
  "cases",
  "settlements",
  "payments",
  "rates",
  "publishers",
  "staff",
  "news",
] as const;
export const NEWS_PARTS = ["notices", "banners", "articles"] as const;
export type NewsPart = (typeof NEWS_PARTS)[number];
export const FILE_KINDS = ["orders", "decisions"] as const;
export type FileKind = (typeof FILE_KINDS)[number];
export type Tab = (typeof TABS)[number];
export const BRAND_STATUSES = ["online", "paused", "offline"] as const;
export const SETTLEMENT_STATES = [
  "waiting",
  "payable",
  "requested",
  "paid",
] as const satisfies SettlementState[];
export const SETTLEMENT_TYPES = [
  "commission",
  "bonus",
  "adjustment",
] as const satisfies SettlementType[];
export const PAYMENT_STATES = [
  "requested",
  "processing",
  "sent",
  "paid",
  "failed",
  "returned",
  "cancelled",
] as const satisfies PaymentState[];
export const CASE_STATES = [
  "open",
  "info_needed",
  "accepted",
  "rejected",
  "withdrawn",
] as const satisfies CaseState[];
export const ORDER_BASES = ["order", "reported"] as const satisfies NetworkOrderBasis[];
export const ORDER_STATUSES = ["Pending", "Approved", "Rejected"] as const;

export interface NetworkSearch extends Partial<Paging> {
  tab?: Exclude<Tab, "brands">;
  keyword?: string;
  status?: (typeof BRAND_STATUSES)[number];
  /** The row whose drawer is open. */
  look?: string;
  /** The form of a new brand is open. */
  add?: true;
  /** The form of a file to import is open. */
  file?: FileKind;
  /** The brand whose form is open. */
  edit?: string;
  /** Everything, not only what is pending. */
  decided?: true;
  /** The page of channels; that of relationships is curPage. */
  sitePage?: number;
  /** What of the news is shown; notices if left out. */
  part?: NewsPart;
  /** Orders by another time than that of the order. */
  date_basis?: Exclude<NetworkOrderBasis, "order">;
  item_status?: (typeof ORDER_STATUSES)[number];
  mcid?: string;
  uid?: number;
  order_id?: string;
  case_state?: CaseState;
  settlement_state?: SettlementState;
  settlement_type?: SettlementType;
  payment_state?: PaymentState;
  batch_id?: number;
  base?: string;
  quote?: string;
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

/** What the tab of news hands to each of its parts. */
export interface PartProps extends TabProps {
  /** The switch between the parts. */
  filters: ReactNode;
}

export function networkSearch(search: Record<string, unknown>): NetworkSearch {
  const tab = parseOneOf(search.tab, TABS);
  const { curPage, perPage } = parsePaging(search);
  return {
    tab: tab === "brands" ? undefined : tab,
    keyword: parseText(search.keyword),
    status: parseOneOf(search.status, BRAND_STATUSES),
    look: parseLook(search.look),
    add: search.add === true || undefined,
    file: parseOneOf(search.file, FILE_KINDS),
    edit: parseText(search.edit),
    decided: search.decided === true || undefined,
    sitePage: parseId(search.sitePage),
    part: parseOneOf(search.part, NEWS_PARTS),
    date_basis: parseOneOf(search.date_basis, ["reported"]),
    item_status: parseOneOf(search.item_status, ORDER_STATUSES),
    mcid: parseText(search.mcid),
    uid: parseId(search.uid),
    order_id: parseText(search.order_id),
    case_state: parseOneOf(search.case_state, CASE_STATES),
    settlement_state: parseOneOf(search.settlement_state, SETTLEMENT_STATES),
    settlement_type: parseOneOf(search.settlement_type, SETTLEMENT_TYPES),
    payment_state: parseOneOf(search.payment_state, PAYMENT_STATES),
    batch_id: parseId(search.batch_id),
    base: parseCurrency(search.base),
    quote: parseCurrency(search.quote),
    start_date: parseText(search.start_date),
    end_date: parseText(search.end_date),
    cursor: parseText(search.cursor),
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

/** A currency as people type it; what cannot be one is no filter. */
function parseCurrency(value: unknown): string | undefined {
  const code = parseText(value)?.trim().toUpperCase();
  return code && /^[A-Z]{3}$/.test(code) ? code : undefined;
}

/** A row's key, which may be a number. */
function parseLook(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : parseText(value);
}

export const pageOf = ({ curPage, perPage }: NetworkSearch) => parsePaging({ curPage, perPage });

export function brandsInput(search: NetworkSearch) {
  const { keyword, status } = search;
  return {
    filter: { keyword, status },
    page: pageOf(search),
  } satisfies CallInput<"/network/brands">;
}

export function couponsInput(search: NetworkSearch) {
  return {
    filter: { mcid: search.mcid },
    page: pageOf(search),
  } satisfies CallInput<"/network/coupons">;
}

export function accountsInput(search: NetworkSearch) {
  return {
    filter: { keyword: search.keyword, uid: search.uid },
    page: pageOf(search),
  } satisfies CallInput<"/network/accounts">;
}

export function relationshipsInput(search: NetworkSearch) {
  const status = search.decided ? undefined : RELATION_PENDING;
  return { filter: { status }, page: pageOf(search) } satisfies CallInput<"/network/relationships">;
}

export function sitesInput({ decided, sitePage, perPage }: NetworkSearch) {
  const status = decided ? undefined : SITE_STATUS_PENDING;
  return {
    filter: { status },
    page: parsePaging({ curPage: sitePage, perPage }),
  } satisfies CallInput<"/network/sites">;
}

export function ordersInput(search: NetworkSearch) {
  const { date_basis, mcid, uid, order_id, cursor } = search;
  const { start_date, end_date } = search;
  const days =
    start_date && end_date ? parsePeriod({ start_date, end_date }) : { start_date, end_date };
  const status = search.item_status;
  return {
    filter: { date_basis, mcid, uid, order_id, ...days, status },
    page: { perPage: pageOf(search).perPage, cursor },
  } satisfies CallInput<"/network/orders">;
}

export function importsInput(search: NetworkSearch) {
  const { cursor } = search;
  return {
    page: { perPage: pageOf(search).perPage, cursor },
  } satisfies CallInput<"/network/order_imports">;
}

export function casesInput(search: NetworkSearch) {
  const { mcid, uid, case_state: state, cursor } = search;
  return {
    filter: { mcid, uid, state },
    page: { perPage: pageOf(search).perPage, cursor },
  } satisfies CallInput<"/network/cases">;
}

export function settlementsInput(search: NetworkSearch) {
  const { mcid, uid, settlement_state: state, settlement_type: type, cursor } = search;
  return {
    filter: { mcid, uid, state, type },
    page: { perPage: pageOf(search).perPage, cursor },
  } satisfies CallInput<"/network/settlements">;
}

export function ratesInput(search: NetworkSearch) {
  const { base, quote } = search;
  return { filter: { base, quote }, page: pageOf(search) } satisfies CallInput<"/network/rates">;
}

export function paymentsInput(search: NetworkSearch) {
  const { uid, batch_id, payment_state: status, cursor } = search;
  return {
    filter: { uid, batch_id, status },
    page: { perPage: pageOf(search).perPage, cursor },
  } satisfies CallInput<"/network/payments">;
}
