import { expect, test } from "vitest";

import { daysBefore, todayIn } from "@/ui/base/period";

import { keptFilter } from "./viewDays";

test("common periods of a saved view stay relative, others keep their dates", () => {
  const today = todayIn("UTC");
  const week = { start_date: daysBefore(today, 6), end_date: today };

  expect(keptFilter({ ...week, uid1: "a" }, "UTC")).toEqual({
    filter: { uid1: "a" },
    days: "last_7",
    label: "Last 7 days",
  });
  const fixed = { start_date: "2020-02-03", end_date: "2020-02-05" };
  expect(keptFilter(fixed, "UTC")).toEqual({ filter: fixed });
});
