/** Days of a report, as a URL has them: ISO days on the report's own calendar. */
import { table } from "@/text/table";

export interface Period {
  start_date: string;
  end_date: string;
}

const DAY = 86_400_000;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

const iso = (date: Date) => date.toISOString().slice(0, 10);
const back = (today: string, days: number) => iso(new Date(Date.parse(today) - days * DAY));

/** Today in a time zone. */
export function todayIn(zone?: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
}

/** Reads a period out of a URL; what is missing or nonsense becomes the last 30 days. */
export function period(search: Record<string, unknown>, zone?: string): Period {
  const [usual] = presets(todayIn(zone)).filter(({ label }) => label === table.last30);
  const { start_date, end_date } = search;
  const given = isDay(start_date) && isDay(end_date);
  if (given) return { start_date, end_date };
  const [start = "", end = ""] = usual?.value ?? [];
  return { start_date: start, end_date: end };
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && ISO.test(value) && !Number.isNaN(Date.parse(value));
}

/** The periods people ask for, as of a day. */
export function presets(today: string): Array<{ value: [string, string]; label: string }> {
  const month = `${today.slice(0, 7)}-01`;
  const lastOfMonthBefore = back(month, 1);
  return [
    { value: [today, today], label: table.today },
    { value: [back(today, 1), back(today, 1)], label: table.yesterday },
    { value: [back(today, 6), today], label: table.last7 },
    { value: [back(today, 29), today], label: table.last30 },
    { value: [month, today], label: table.thisMonth },
    { value: [`${lastOfMonthBefore.slice(0, 7)}-01`, lastOfMonthBefore], label: table.lastMonth },
    { value: [`${today.slice(0, 4)}-01-01`, today], label: table.thisYear },
  ];
}

/** So many days that end today. */
export function lastDays(days: number, zone?: string): Period {
  const today = todayIn(zone);
  return { start_date: back(today, days - 1), end_date: today };
}
