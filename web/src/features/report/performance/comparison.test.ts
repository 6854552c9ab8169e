import { expect, test } from "vitest";

import type { Performance, PerformanceRow } from "@/api/gen/types.gen";
import { daysBefore } from "@/ui/base/period";

import { comparedRows } from "./comparison";

const END = "2026-11-20";
const row = (date: string) => ({ date }) as PerformanceRow;
const days = (end: string, count: number) =>
  Array.from({ length: count }, (_, index) => row(daysBefore(end, index)));
const answer = (count: number) =>
  ({
    list: days(END, count),
    compared: days(daysBefore(END, count), count),
    compared_totals: {},
    compared_start_date: daysBefore(END, 2 * count - 1),
    compared_end_date: daysBefore(END, count),
  }) as Performance;
const weekday = (date: string | null | undefined) => new Date(date ?? "").getUTCDay();

test("thirty days meet the same weekdays of the days before, and the first few meet none", () => {
  const { list, compared } = comparedRows(answer(30), { compare: "previous" });

  const pairs = list.map(({ date }, index) => [date, compared[index]?.date] as const);
  const met = pairs.filter(([, then]) => then);
  expect(met).toHaveLength(25);
  for (const [now, then] of met) expect(weekday(then)).toBe(weekday(now));
  expect(pairs.slice(-5).every(([, then]) => then === undefined)).toBe(true);
});

test("a few days meet the days just before them", () => {
  const { compared } = comparedRows(answer(3), { compare: "previous" });

  expect(compared.map((each) => each?.date)).toEqual(["2026-11-17", "2026-11-16", "2026-11-15"]);
});

test("without a comparison there is none in chart and table", () => {
  expect(comparedRows(answer(30), {})).toMatchObject({ compared: [], compared_totals: null });
});
