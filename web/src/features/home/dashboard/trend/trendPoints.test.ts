import { expect, test } from "vitest";

import type { TrendPoint } from "@/api/gen/types.gen";
import { daysBefore } from "@/ui/base/period";

import { isByWeek, trendPoints } from "./trendPoints";

const LAST = "2026-11-24"; // a Tuesday

/** Days that end at a day, with as many clicks as their number, from 1. */
function daysTo(end: string, count: number): TrendPoint[] {
  return Array.from({ length: count }, (_, index) => ({
    date: daysBefore(end, count - 1 - index),
    clicks: index + 1,
    orders: 0,
    sales: "0.00",
    commission: "0.10",
  })) as TrendPoint[];
}

const sum = (values: Array<number | undefined>) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

test("the trend of a month is drawn by day, beside the days of the period compared with", () => {
  const points = trendPoints(
    daysTo(LAST, 30),
    daysTo(daysBefore(LAST, 35), 25),
    ({ clicks }) => clicks,
  );
  expect(points).toHaveLength(30);
  expect(points.slice(0, 6).map(({ before }) => before)).toEqual([...Array(5).fill(undefined), 1]);
});

test("the trend of a year is drawn by week, and its points add up to the year", () => {
  const year = daysTo(LAST, 365);
  const points = trendPoints(year, daysTo(daysBefore(LAST, 371), 359), ({ clicks }) => clicks);
  expect(isByWeek(year)).toBe(true);
  expect(points).toHaveLength(53);
  expect(points.at(-1)).toMatchObject({ label: "23 Nov", now: 364 + 365 });
  expect(sum(points.map(({ now }) => now))).toBe((365 * 366) / 2);
  expect(sum(points.map(({ before }) => before))).toBe((359 * 360) / 2);
});

test("amounts of the trend add up to the cent", () => {
  const points = trendPoints(daysTo(LAST, 365), [], ({ commission }) => Number(commission));
  expect(sum(points.map(({ now }) => now)).toFixed(2)).toBe("36.50");
});
