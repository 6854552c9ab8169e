import { expect, test } from "vitest";
import { presets } from "@/ui/filter/presets";
import { paging } from "@/ui/table/paging";
import { amountOf, day, moment, money, num, percent } from "./format";
import { period } from "./period";

test("money keeps every digit of its decimal string", () => {
  expect(money("9007199254740993.07", "USD")).toBe("$9,007,199,254,740,993.07");
  expect(money("-0.5", "EUR")).toBe("-€0.50");
  expect(money("1234", "JPY")).toBe("¥1,234");
  expect(amountOf("1234.5", "USD")).toBe("1,234.50");
});

test("counts, shares, days and moments", () => {
  expect(num("1234567")).toBe("1,234,567");
  expect(percent("0.0525")).toBe("5.25%");
  expect(day("2026-11-20")).toBe("20 Nov 2026");
  expect(moment("2026-11-20T23:05:00+00:00", "Europe/Berlin")).toBe("21 Nov 2026, 00:05");
});

test("a page out of a URL is never nonsense", () => {
  expect(paging({ curPage: "3", perPage: 50 })).toEqual({ curPage: 3, perPage: 50 });
  expect(paging({ curPage: -1, perPage: 7 })).toEqual({ curPage: 1, perPage: 20 });
});

test("a period out of a URL, or the last 30 days", () => {
  const given = { start_date: "2026-11-01", end_date: "2026-11-20" };

  expect(period(given)).toEqual(given);
  expect(period({ start_date: "soon", end_date: 3 })).not.toEqual({});
  expect(presets("2026-03-01").map(({ value }) => value)).toContainEqual([
    "2026-02-01",
    "2026-02-28",
  ]);
});
