import { expect, test } from "vitest";
import { periodPresets } from "@/ui/filter/periodPresets";
import { parsePaging } from "@/ui/table/paging";
import {
  formatAmount,
  formatDateTime,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTicks,
} from "./format";
import { parsePeriod } from "./period";

test("money keeps every digit of its decimal string", () => {
  expect(formatMoney("9007199254740993.07", "USD")).toBe("$9,007,199,254,740,993.07");
  expect(formatMoney("-0.5", "EUR")).toBe("-€0.50");
  expect(formatMoney("1234", "JPY")).toBe("¥1,234");
  expect(formatAmount("1234.5", "USD")).toBe("1,234.50");
});

test("counts, shares, days and moments", () => {
  expect(formatNumber("1234567")).toBe("1,234,567");
  expect(formatPercent("0.0525")).toBe("5.25%");
  expect(formatDay("2026-11-20")).toBe("20 Nov 2026");
  expect(formatDateTime("2026-11-20T23:05:00+00:00", "Europe/Berlin")).toBe("21 Nov 2026, 00:05");
});

test("a page out of a URL is never nonsense", () => {
  expect(parsePaging({ curPage: "3", perPage: 50 })).toEqual({ curPage: 3, perPage: 50 });
  expect(parsePaging({ curPage: -1, perPage: 7 })).toEqual({ curPage: 1, perPage: 20 });
});

test("a period out of a URL, or the last 30 days", () => {
  const given = { start_date: "2026-11-01", end_date: "2026-11-20" };

  expect(parsePeriod(given)).toEqual(given);
  expect(parsePeriod({ start_date: given.end_date, end_date: given.start_date })).toEqual(given);
  expect(parsePeriod({ start_date: "soon", end_date: 3 })).not.toEqual({});
  expect(periodPresets("2026-03-01").map(({ value }) => value)).toContainEqual([
    "2026-02-01",
    "2026-02-28",
  ]);
});

test("labels of an axis have the same decimals, and none where all are whole", () => {
  const labels = (values: number[], currency = "GBP") =>
    formatTicks(values.map((value) => formatMoney(value, currency)));
  expect(labels([0, 0.5, 1])).toEqual(["£0.00", "£0.50", "£1.00"]);
  expect(labels([0, 500, 1000])).toEqual(["£0", "£500", "£1,000"]);
  expect(labels([0, 1000], "JPY")).toEqual(["¥0", "¥1,000"]);
  expect(labels([0, 5], "KWD")).toEqual(["KWD\u00a00", "KWD\u00a05"]);
});
