/** The search parameters in the URLs of the reports, named as in their calls, and the calls made from them. */
import type { CallInput } from "@/api/call";
import type {
  GroupBy,
  OrderDateBasis,
  OrderSort,
  StatusFilter,
  Verdict,
} from "@/api/gen/types.gen";
import { lastDays, type Period, parsePeriod } from "@/ui/base/period";
import {
  parseId,
  parseIds,
  parseOneOf,
  parseSomeOf,
  parseText,
  parseTexts,
} from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

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
  "page",
  "placement",
  "hour",
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
const ORDER_SORTS = [
  "order_time",
  "-order_time",
  "updated_at",
  "-updated_at",
  "sale_amount",
  "-sale_amount",
  "sale_comm",
  "-sale_comm",
] as const satisfies OrderSort[];
export const COMPARES = ["previous", "year"] as const;
export const CHART_FIGURES = ["commission", "sales", "orders", "clicks", "approval_rate"] as const;
export type ChartFigure = (typeof CHART_FIGURES)[number];

/** The figures that a chart can show to a user who sees amounts, or none. */
export const chartFigures = (seesMoney: boolean): ChartFigure[] =>
  CHART_FIGURES.filter((figure) => seesMoney || !AMOUNTS.test(figure));

/** Matches the columns with amounts, also those of a comparison. */
const AMOUNTS = /^-?(sales|\w*commission|bonus|epc|aov|sale_amount|sale_comm)(_before|_change)?$/;

type Uids = Partial<Record<(typeof UIDS)[number], string>>;

/** The filters that both reports have. */
export interface ScopeSearch extends Partial<Period>, Partial<Paging>, Uids {
  site_ids?: number[];
  mcids?: string[];
  status?: (typeof STATUSES)[number];
}

export interface PerformanceSearch extends ScopeSearch {
  group_by?: GroupBy[];
  date_basis?: "validation";
  compare?: (typeof COMPARES)[number];
  sort?: string;
  figure?: ChartFigure;
  countries?: string[];
  devices?: string[];
  link_ids?: number[];
  /** Pages as rows name them; an empty text stands for clicks without a page. */
  pages?: string[];
  placements?: string[];
}

/**
 * The filters of the performance report that take several values, and the group that lists these
 * values.
 */
export const LISTS = {
  countries: "country",
  devices: "device",
  link_ids: "link",
  pages: "page",
  placements: "placement",
} as const satisfies Partial<Record<keyof PerformanceSearch, GroupBy>>;
export type ListName = keyof typeof LISTS;

export interface TransactionSearch extends ScopeSearch {
  date_basis?: Exclude<OrderDateBasis, "order">;
  /** The number of an order, ours or the brand's, or of its click. */
  keyword?: string;
  sort?: OrderSort;
  order_id?: string;
  click_ref?: string;
  link_id?: number;
  country?: string;
  device?: string;
  offer_type?: string;
  paid?: boolean;
  taken_back?: boolean;
  /** The page starts after this. */
  cursor?: string;
  /** The order whose drawer is open. */
  oid?: number;
}

export interface ClickSearch extends Omit<ScopeSearch, "status"> {
  link_id?: number;
  country?: string;
  device?: string;
  offer_type?: string;
  click_ref?: string;
  verdict?: Verdict;
  converted?: boolean;
  cursor?: string;
  /** The click whose drawer is open. */
  click?: string;
}

export function parseScope(search: Record<string, unknown>): ScopeSearch {
  const days = { start_date: parseText(search.start_date), end_date: parseText(search.end_date) };
  const uids = Object.fromEntries(UIDS.map((uid) => [uid, parseLabel(search[uid])])) as Uids;
  return {
    ...days,
    ...uids,
    site_ids: parseIds(search.site_ids),
    mcids: parseTexts(search.mcids),
    // A typed address may use the screen's spelling.
    status: parseOneOf(parseText(search.status)?.toLowerCase(), STATUSES),
    ...parsePages(search),
  };
}

/** A text, or an empty one for what has none. */
export function parseLabel(value: unknown): string | undefined {
  return value === "" ? "" : parseText(value);
}

/** Texts, of which an empty one is for what has none. */
function parseLabels(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  const labels = list.flatMap((each) => parseLabel(each) ?? []);
  return labels.length > 0 ? labels : undefined;
}

export function performanceSearch(search: Record<string, unknown>): PerformanceSearch {
  return {
    ...parseScope(search),
    group_by: parseSomeOf(search.group_by, GROUPS)?.slice(0, 2),
    date_basis: search.date_basis === "validation" ? "validation" : undefined,
    compare: parseOneOf(search.compare, COMPARES),
    sort: parseSort(search.sort),
    figure: parseOneOf(search.figure, CHART_FIGURES),
    countries: parseLabels(search.countries),
    devices: parseLabels(search.devices),
    link_ids: parseIds(search.link_ids),
    pages: parseLabels(search.pages),
    placements: parseLabels(search.placements),
  };
}

/** A column with or without `-`; whether the report has it, the portal says. */
function parseSort(value: unknown): string | undefined {
  const column = parseText(value);
  return column && /^-?[a-z0-9_]{1,40}$/.test(column) ? column : undefined;
}

export function transactionSearch(search: Record<string, unknown>): TransactionSearch {
  const basis = parseOneOf(search.date_basis, ORDER_BASES);
  return {
    ...parseScope(search),
    date_basis: basis === "order" ? undefined : basis,
    keyword: parseText(search.keyword),
    sort: parseOneOf(search.sort, ORDER_SORTS),
    order_id: parseText(search.order_id),
    click_ref: parseText(search.click_ref),
    link_id: parseId(search.link_id),
    country: parseLabel(search.country),
    device: parseLabel(search.device),
    offer_type: parseText(search.offer_type),
    paid: typeof search.paid === "boolean" ? search.paid : undefined,
    taken_back: typeof search.taken_back === "boolean" ? search.taken_back : undefined,
    cursor: parseText(search.cursor),
    oid: parseId(search.oid),
  };
}

/** The groups of a report; by day by default. */
export function groupsOf({ group_by = ["date"] }: PerformanceSearch): GroupBy[] {
  return group_by;
}

/** The order of the rows: newest first, hours as they come, else by commission, or by orders without money. */
export function sortOf(search: PerformanceSearch, seesMoney = true): string {
  const [first] = groupsOf(search);
  const sort = search.compare ? search.sort : search.sort?.replace(/^.*_(before|change)$/, "");
  if (sort && (seesMoney || !AMOUNTS.test(sort))) return sort;
  if (first === "hour") return first;
  if (first && TIMES.includes(first)) return `-${first}`;
  return seesMoney ? "-commission" : "-orders";
}

/** Rows requested at once: a year of days in one chart, and a multiple of every page size. */
export const BLOCK_SIZE = 400;

/** The call of a performance report: a block of rows, of which the table shows a page. */
export function performanceInput(search: PerformanceSearch, zone: string, seesMoney = true) {
  const { group_by: _, figure: __, sort: ___, ...rest } = search;
  const { curPage, perPage, ...filter } = rest;
  const page = parsePaging({ curPage, perPage });
  return {
    filter: {
      ...filter,
      ...parsePeriod({ ...search }, zone),
      group_by: groupsOf(search),
      sort: sortOf(search, seesMoney),
      // The cards always say what changed; chart and table where one asks for it.
      compare: search.compare ?? "previous",
      // What sells nothing any more is no row of the period, but of a comparison.
      ...(search.compare && { lapsed: true }),
    },
    page: {
      curPage: Math.floor(((page.curPage - 1) * page.perPage) / BLOCK_SIZE) + 1,
      perPage: BLOCK_SIZE,
    },
  } satisfies CallInput<"/reports/performance">;
}

const YEARS_OF_ORDERS = 4;

/**
 * The days of a list of orders; a search by order number covers all days unless a period is chosen.
 */
export function orderPeriod(search: TransactionSearch, zone: string): Period {
  const chosen = search.start_date !== undefined || search.end_date !== undefined;
  if (!chosen && (search.order_id || search.keyword)) return lastDays(YEARS_OF_ORDERS * 365, zone);
  return parsePeriod({ ...search }, zone);
}

/** The call of a listing of orders. */
export function transactionsInput(search: TransactionSearch, zone: string) {
  const { curPage: _, perPage, cursor, oid: __, ...filter } = search;
  return {
    filter: { ...filter, ...orderPeriod(search, zone) },
    page: { perPage: parsePaging({ perPage }).perPage, cursor },
  } satisfies CallInput<"/reports/transactions">;
}
