import { cachedFormatter } from "./cachedFormatter";
import { repeat } from "./repeat";

/** A report's period as in the URL: ISO dates in the report's time zone. */
export interface Period {
  start_date: string;
  end_date: string;
}

const DAY = 86_400_000;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

const iso = (date: Date) => date.toISOString().slice(0, 10);
/** The date a number of days earlier. */
export const daysBefore = (today: string, days: number) =>
  iso(new Date(Date.parse(today) - days * DAY));

/** Today in a time zone, or the day of another moment. */
export function todayIn(zone?: string, at = new Date()): string {
  return cachedFormatter(
    `iso day ${zone}`,
    () => new Intl.DateTimeFormat("sv-SE", { timeZone: zone }),
  ).format(at);
}

/** The moment at which a zone's clock shows what an input of kind datetime-local holds. */
export function momentIn(zone: string, typed: string): string {
  const clock = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "medium",
  });
  const wanted = Date.parse(`${typed}Z`);
  let at = wanted;
  // The offset at the first guess may be that of before or after a change of clocks.
  for (const _ of [1, 2]) {
    at = wanted - (Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - at);
  }
  return new Date(at).toISOString();
}

/** What an input of kind datetime-local shows for a moment, on a zone's clock. */
export const wallTimeIn = (zone: string, moment: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
    .format(new Date(moment))
    .replace(" ", "T");

/** Reads a period from a URL, in either order; a missing or invalid one becomes the last 30 days. */
export function parsePeriod(search: Record<string, unknown>, zone?: string): Period {
  const { start_date, end_date } = search;
  const chosen = isDay(start_date) && isDay(end_date);
  if (!chosen) return lastDays(30, zone);
  return start_date <= end_date
    ? { start_date, end_date }
    : { start_date: end_date, end_date: start_date };
}

/** Whether a URL asks for a period that `parsePeriod` does not take as it is. */
export function isPeriodReplaced({ start_date, end_date }: Record<string, unknown>): boolean {
  if (start_date === undefined && end_date === undefined) return false;
  return !isDay(start_date) || !isDay(end_date) || start_date > end_date;
}

function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !ISO.test(value)) return false;
  const at = new Date(value);
  // JavaScript takes 31 February for a day in March.
  return !Number.isNaN(at.valueOf()) && iso(at) === value;
}

/** A number of months up to that of a day, the latest first: `2026-11`. */
export function lastMonths(count: number, today: string): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return repeat(count, (before) =>
    iso(new Date(Date.UTC(year, month - 1 - before, 1))).slice(0, 7),
  );
}

/** A period of a number of days ending today. */
export function lastDays(days: number, zone?: string): Period {
  const today = todayIn(zone);
  return { start_date: daysBefore(today, days - 1), end_date: today };
}
