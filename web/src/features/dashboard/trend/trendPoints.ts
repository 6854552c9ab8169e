import type { TrendPoint as Day } from "@/api/gen/types.gen";
import { formatShortDay } from "@/ui/base/format";
import { weekdayShift } from "@/ui/base/period";
import type { TrendPoint } from "@/ui/chart/Trend";

const DAY = 24 * 60 * 60 * 1000;
/** More days than these are drawn by week: a line of a year's days is a thicket. */
const MOST_DAYS = 100;

export function isByWeek(trend: Day[]): boolean {
  return trend.length > MOST_DAYS;
}

/**
 * One figure day by day or week by week, beside the days of the previous period that fall on the same weekdays. The
 * first and the last week have the days of the period alone, so that the points add up to its total.
 */
export function trendPoints(
  trend: Day[],
  before: Day[],
  figureOf: (day: Day) => number,
): TrendPoint[] {
  const shift = weekdayShift(trend.length);
  const byWeek = isByWeek(trend);
  const points = new Map<string, TrendPoint>();
  trend.forEach((day, index) => {
    const start = byWeek ? mondayOf(day.date) : day.date;
    const point = points.get(start) ?? { label: formatShortDay(start), now: 0, before: undefined };
    const then = before[index - shift];
    point.now += figureOf(day);
    if (index >= shift) point.before = (point.before ?? 0) + (then ? figureOf(then) : 0);
    points.set(start, point);
  });
  return [...points.values()];
}

function mondayOf(date: string): string {
  const time = Date.parse(date);
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7;
  return new Date(time - sinceMonday * DAY).toISOString().slice(0, 10);
}
