/** The names of a report's rows, and the orders behind them. */
import type { GroupBy, PerformanceRow } from "@/api/gen/types.gen";
import { linkName } from "@/features/reports/linkNames";
import {
  type ClickSearch,
  groupsOf,
  LISTS,
  type ListName,
  type PerformanceSearch,
  TIMES,
  type TransactionSearch,
  UIDS,
} from "@/features/reports/searchParams";
import { deviceName } from "@/text/clicks/click";
import { report } from "@/text/reports/report";
import { countryName, formatDay, formatMonth } from "@/ui/base/format";
import { daysBefore, type Period, parsePeriod } from "@/ui/base/period";

/** The portal's name for all pages beyond the monthly limit. */
const OTHER = "other";

/** The column that a group is shown and sorted by. */
export function columnOf(group: GroupBy): string {
  if (group === "brand") return "brand_name";
  if (group === "site") return "site_name";
  return group === "link" ? "link_id" : group;
}

/** The name of a row within its group. */
export function nameOf(row: PerformanceRow, group: GroupBy): string {
  switch (group) {
    case "date":
      return row.date ? formatDay(row.date) : report.unknown;
    case "week":
      return row.week ? report.weekOf(formatDay(row.week)) : report.unknown;
    case "month":
      return row.month ? formatMonth(row.month) : report.unknown;
    case "brand":
      return row.brand_name ?? row.mcid ?? report.unknown;
    case "site":
      return row.site_name ?? String(row.site_id ?? report.unknown);
    case "link":
      if (row.link_id === 0) return report.assignedCode;
      return row.link_id ? nameOfLink(row) : report.unknown;
    case "country":
      return row.country ? countryName(row.country) : report.unknown;
    case "device":
      return row.device ? deviceName(row.device) : report.unknown;
    case "offer_type":
      return row.offer_type || report.unknown;
    case "page":
      return nameOfPage(row.page);
    case "hour":
      return row.hour === null || row.hour === undefined ? report.unknown : formatHour(row.hour);
    default:
      return row[group] || report.noLabel;
  }
}

/** Browsers send the host alone to other sites, unless the link asks for more. */
function nameOfPage(page: string | null | undefined): string {
  if (!page) return report.noPage;
  if (page === OTHER) return report.otherPages;
  return page.includes("/") ? page : report.hostAlone(page);
}

/** An hour of the day, such as 09:00. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** With its brand, unless the row says that anyway. */
function nameOfLink(row: PerformanceRow): string {
  const { brand_name, link_brand_name } = row;
  return brand_name || !link_brand_name
    ? linkName(row)
    : report.linkOf(link_brand_name, linkName(row));
}

/** How to name each of these rows within a group: links that share a note have their code beside it. */
export function namesOf(list: PerformanceRow[], group: GroupBy): (row: PerformanceRow) => string {
  if (group !== "link") return (row) => nameOf(row, group);
  const links = new Map<string, Set<unknown>>();
  for (const row of list) {
    const name = nameOf(row, group);
    links.set(name, (links.get(name) ?? new Set()).add(row.link_id));
  }
  return (row) => {
    const name = nameOf(row, group);
    const shared = (links.get(name)?.size ?? 0) > 1;
    return shared ? report.sameName(name, row.link_code ?? String(row.link_id)) : name;
  };
}

/** A key that is unique among the rows of a report. */
export function keyOf(row: PerformanceRow, groups: GroupBy[]): string {
  return groups
    .map((group) => {
      if (group === "brand") return row.mcid;
      if (group === "site") return row.site_id;
      return group === "link" ? row.link_id : row[group];
    })
    .join(" ");
}

const DAY = 86_400_000;
const LIST_NAMES = Object.keys(LISTS) as ListName[];

/** Whether a row's time is not over: its figures are those so far. */
export function isRunning(row: PerformanceRow, groups: GroupBy[], today: string): boolean {
  const [time] = TIMES.filter((each) => groups.includes(each));
  return time !== undefined && endOf(row, time) >= today;
}

/** The last day of a row's time, as far as it can matter. */
export function endOf(row: PerformanceRow | undefined, group: GroupBy): string {
  const start = String(row?.[group as "date"] ?? "");
  if (group === "month") return `${start.slice(0, 7)}-31`;
  return group === "week" && start ? daysBefore(start, -6) : start;
}

/** The clicks that a row counts, as a search of their page; null where it counts none or they cannot be told. */
export function clicksOf(
  row: PerformanceRow,
  search: PerformanceSearch,
  zone: string,
): ClickSearch | null {
  if (row.clicks === null) return null;
  const orders = ordersOf(row, search, zone);
  if (!orders) return null;
  const { status: _, date_basis: __, order_id, keyword, sort, paid, oid, ...clicks } = orders;
  return { ...clicks, verdict: "valid" };
}

/** The orders behind a row, as a search of the transactions page; null if there is none. */
export function ordersOf(
  row: PerformanceRow,
  search: PerformanceSearch,
  zone: string,
): TransactionSearch | null {
  const { status, date_basis, mcids, site_ids } = search;
  const [narrowed, ...more] = LIST_NAMES.filter((name) => search[name]);
  // Orders are listed by neither page nor placement, and by one country, device or link.
  const [value, ...values] = narrowed ? (search[narrowed] ?? []) : [];
  if (more.length > 0 || values.length > 0 || narrowed === "pages" || narrowed === "placements") {
    return null;
  }
  const uids = Object.fromEntries(UIDS.map((uid) => [uid, search[uid]]));
  let filters: TransactionSearch | null = {
    ...uids,
    ...parsePeriod({ ...search }, zone),
    status,
    date_basis,
    mcids,
    site_ids,
    ...(narrowed && {
      [{ countries: "country", devices: "device", link_ids: "link_id" }[narrowed]]: value,
    }),
  };
  for (const group of groupsOf(search)) filters = filters && addRowFilter(filters, row, group);
  return filters;
}

function addRowFilter(search: TransactionSearch, row: PerformanceRow, group: GroupBy) {
  if (group === "date" && row.date) return clampPeriod(search, row.date, row.date);
  if (group === "week" && row.week) {
    const sunday = new Date(Date.parse(row.week) + 6 * DAY).toISOString().slice(0, 10);
    return clampPeriod(search, row.week, sunday);
  }
  if (group === "month" && row.month) {
    const [year = 0, month = 0] = row.month.split("-").map(Number);
    return clampPeriod(
      search,
      row.month,
      new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10),
    );
  }
  if (group === "brand" && row.mcid) return { ...search, mcids: [row.mcid] };
  if (group === "site" && row.site_id) return { ...search, site_ids: [row.site_id] };
  if (group === "link") return row.link_id ? { ...search, link_id: row.link_id } : null;
  // Unknown values have an empty text.
  if (group === "country" || group === "device") return { ...search, [group]: row[group] ?? "" };
  if (group === "offer_type")
    return row.offer_type ? { ...search, offer_type: row.offer_type } : null;
  const uid = UIDS.find((each) => each === group);
  return uid ? { ...search, [uid]: row[uid] ?? "" } : null;
}

/** The part of a period that lies between two days. */
function clampPeriod(search: TransactionSearch, first: string, last: string): TransactionSearch {
  const { start_date = first, end_date = last } = search as Partial<Period>;
  return {
    ...search,
    start_date: start_date > first ? start_date : first,
    end_date: end_date < last ? end_date : last,
  };
}
