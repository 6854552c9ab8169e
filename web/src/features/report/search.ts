/** What the reports keep in the URL, under the names the calls have, and what they ask for it. */
import type { Ask } from "@/api/call";
import type { GroupBy, OrderDateBasis, StatusFilter } from "@/api/gen/types.gen";
import { type Period, period } from "@/ui/base/period";
import { id, ids, oneOf, someOf, text, texts } from "@/ui/base/search";
import { paging } from "@/ui/table/paging";

export const GROUPS = [
  "date",
  "week",
  "month",
  "brand",
  "site",
  "uid1",
  "uid2",
  "uid3",
  "uid4",
  "uid5",
  "country",
  "device",
  "offer_type",
  "link",
] as const satisfies GroupBy[];
export const TIMES: readonly GroupBy[] = ["date", "week", "month"];
export const UIDS = ["uid1", "uid2", "uid3", "uid4", "uid5"] as const;
export const STATUSES = ["pending", "approved", "rejected"] as const satisfies StatusFilter[];
export const BASES = ["order", "validation"] as const;
export const ORDER_BASES = [
  "order",
  "validation",
  "update",
  "paid",
] as const satisfies OrderDateBasis[];
export const COMPARES = ["previous", "year"] as const;
export const CHARTED = ["commission", "sales", "orders", "clicks"] as const;
export type Charted = (typeof CHARTED)[number];

type Uids = Partial<Record<(typeof UIDS)[number], string>>;

/** What both reports can be narrowed to. */
export interface ScopeSearch extends Partial<Period>, Uids {
  site_ids?: number[];
  mcids?: string[];
  status?: (typeof STATUSES)[number];
  curPage?: number;
  perPage?: number;
}

export interface PerformanceSearch extends ScopeSearch {
  group_by?: GroupBy[];
  date_basis?: "validation";
  compare?: (typeof COMPARES)[number];
  sort?: string;
  figure?: Charted;
}

export interface TransactionSearch extends ScopeSearch {
  date_basis?: Exclude<OrderDateBasis, "order">;
  order_id?: string;
  click_ref?: string;
  paid?: boolean;
  /** The page starts after this. */
  cursor?: string;
  /** The order whose drawer is open. */
  oid?: number;
}

function scope(search: Record<string, unknown>): ScopeSearch {
  const days = { start_date: text(search.start_date), end_date: text(search.end_date) };
  const uids = Object.fromEntries(UIDS.map((uid) => [uid, text(search[uid])])) as Uids;
  const { curPage, perPage } = paging(search);
  return {
    ...days,
    ...uids,
    site_ids: ids(search.site_ids),
    mcids: texts(search.mcids),
    status: oneOf(search.status, STATUSES),
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

export function performanceSearch(search: Record<string, unknown>): PerformanceSearch {
  return {
    ...scope(search),
    group_by: someOf(search.group_by, GROUPS)?.slice(0, 2),
    date_basis: search.date_basis === "validation" ? "validation" : undefined,
    compare: oneOf(search.compare, COMPARES),
    sort: sortable(search.sort),
    figure: oneOf(search.figure, CHARTED),
  };
}

/** A column with or without `-`; whether the report has it, the portal says. */
function sortable(value: unknown): string | undefined {
  const column = text(value);
  return column && /^-?[a-z0-9_]{1,40}$/.test(column) ? column : undefined;
}

export function transactionSearch(search: Record<string, unknown>): TransactionSearch {
  const basis = oneOf(search.date_basis, ORDER_BASES);
  return {
    ...scope(search),
    date_basis: basis === "order" ? undefined : basis,
    order_id: text(search.order_id),
    click_ref: text(search.click_ref),
    paid: typeof search.paid === "boolean" ? search.paid : undefined,
    cursor: text(search.cursor),
    oid: id(search.oid),
  };
}

/** The groups of a report; by day, if nobody says. */
export function groupsOf({ group_by = ["date"] }: PerformanceSearch): GroupBy[] {
  return group_by;
}

/** The order of the rows: what happened in time, else what brought most. */
export function sortOf(search: PerformanceSearch): string | undefined {
  const [first] = groupsOf(search);
  return search.sort ?? (first && TIMES.includes(first) ? undefined : "-commission");
}

/** Rows asked for at once: a year of days in one chart, and a whole number of pages of every size. */
export const BLOCK = 400;

/** The call of a performance report: a block of rows, of which the table shows a page. */
export function performanceAsk(search: PerformanceSearch, zone: string) {
  const { group_by: _, figure: __, sort: ___, ...rest } = search;
  const { curPage, perPage, ...filter } = rest;
  const page = paging({ curPage, perPage });
  return {
    filter: {
      ...filter,
      ...period({ ...search }, zone),
      group_by: groupsOf(search),
      sort: sortOf(search),
    },
    page: {
      curPage: Math.floor(((page.curPage - 1) * page.perPage) / BLOCK) + 1,
      perPage: BLOCK,
    },
  } satisfies Ask<"/reports/performance">;
}

/** The call of a listing of orders. */
export function transactionsAsk(search: TransactionSearch, zone: string) {
  const { curPage: _, perPage, cursor, oid: __, ...filter } = search;
  return {
    filter: { ...filter, ...period({ ...search }, zone) },
    page: { perPage: paging({ perPage }).perPage, cursor },
  } satisfies Ask<"/reports/transactions">;
}
