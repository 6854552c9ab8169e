import type { TrendPoint as Day } from "@/api/gen/types.gen";
import { formatShortDay } from "@/ui/base/format";
import type { TrendPoint } from "@/ui/chart/Trend";

const DAY = 24 * 60 * 60 * 1000;
/** The maximum number of days in a chart by day; longer periods are drawn by week. */
const MOST_DAYS = 100;

export function isByWeek(trend: Day[]): boolean {
  return trend.length > MOST_DAYS;
}

/**
 * One figure day by day or week by week, beside what the last days are compared with. The first and the last week have
 * the days of the period alone, so that the points add up to its total.
 */
export function trendPoints(
  trend: Day[],
  before: Day[],
  figureOf: (day: Day) => number,
): TrendPoint[] {
  const first = trend.length - before.length;
  const byWeek = isByWeek(trend);
  const points = new Map<string, TrendPoint>();
  trend.forEach((day, index) => {
    const start = byWeek ? mondayOf(day.date) : day.date;
    const point = points.get(start) ?? { label: formatShortDay(start), now: 0, before: undefined };
    const then = before[index - first];
    point.now = (point.now ?? 0) + figureOf(day);
    if (then) point.before = (point.before ?? 0) + figureOf(then);
    points.set(start, point);
  });
  return [...points.values()];
}

function mondayOf(date: string): string {
  const time = Date.parse(date);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY).toISOString().slice(0, 10);
}
