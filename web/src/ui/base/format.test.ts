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
  expect(formatMoney("9007199254740993.07", "USD")).toBe("USD\u00a09,007,199,254,740,993.07");
  expect(formatMoney("-0.5", "EUR")).toBe("-EUR\u00a00.50");
  expect(formatMoney("1234", "JPY")).toBe("JPY\u00a01,234");
  expect(formatMoney("5E+4", "JPY")).toBe("JPY\u00a050,000");
  expect(formatAmount("1234.5", "USD")).toBe("1,234.50");
});

const DOLLARS = ["USD", "CAD", "NZD", "AUD", "SGD", "HKD", "MXN", "ARS", "TWD", "CLP"];
const SHARED = [...DOLLARS, "GBP", "EGP", "FKP", "JPY", "CNY", "SEK", "NOK", "DKK", "ISK"];

test("money tells all currencies apart, each by its code", () => {
  const texts = SHARED.map((currency) => formatMoney("30", currency));
  expect(new Set(texts).size).toBe(SHARED.length);
  expect(texts.map((text) => text.slice(0, 4))).toEqual(SHARED.map((code) => `${code}\u00a0`));
});

const sources = import.meta.glob<string>(
  ["../../**/*.{ts,tsx}", "!../../**/*.test.*", "!../../api/gen/*", "!./format.ts"],
  { query: "?raw", import: "default", eager: true },
);

test("no other file writes an amount with its currency", () => {
  const written = /style: "currency"|currencyDisplay|\$\{[^}]*\}[ \u00a0]\$\{[^}]*currency\}/;
  const byHand = Object.entries(sources).filter(([, source]) => written.test(source));
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(byHand.map(([file]) => file)).toEqual([]);
});

test("counts, shares, days and times are formatted for display", () => {
  expect(formatNumber("1234567")).toBe("1,234,567");
  expect(formatPercent("0.0525")).toBe("5.25%");
  expect(formatDay("2026-11-20")).toBe("20 Nov 2026");
  expect(formatDateTime("2026-11-20T23:05:00+00:00", "Europe/Berlin")).toBe("21 Nov 2026, 00:05");
  expect(formatDay("2026-09-02")).toBe("2 Sep 2026");
  expect(formatDateTime("2026-09-02T09:00:00Z", "UTC")).toBe("2 Sep 2026, 09:00");
});

test("an invalid page or page size in a URL is replaced by the default", () => {
  expect(parsePaging({ curPage: "3", perPage: 50 })).toEqual({ curPage: 3, perPage: 50 });
  expect(parsePaging({ curPage: -1, perPage: 7 })).toEqual({ curPage: 1, perPage: 20 });
});

test("the period of a report is read from the URL, with the last 30 days as the default", () => {
  const given = { start_date: "2026-11-01", end_date: "2026-11-20" };

  expect(parsePeriod(given)).toEqual(given);
  expect(parsePeriod({ start_date: given.end_date, end_date: given.start_date })).toEqual(given);
  expect(parsePeriod({ start_date: "soon", end_date: 3 })).not.toEqual({});
  expect(parsePeriod({ start_date: "2026-02-01", end_date: "2026-02-31" }).end_date).not.toBe(
    "2026-02-31",
  );
  const presets = periodPresets("2026-03-01").map(({ value }) => value);
  expect(presets).toContainEqual(["2026-02-01", "2026-02-28"]);
  expect(presets).toContainEqual(["2025-10-01", "2025-12-31"]);
});

test("labels of a chart's axis have no currency, and decimals unless all are whole", () => {
  const labels = (values: number[], currency = "GBP") =>
    formatTicks(values.map((value) => formatMoney(value, currency)));
  expect(labels([0, 0.5, 1])).toEqual(["0.00", "0.50", "1.00"]);
  expect(labels([0, 500, 1000])).toEqual(["0", "500", "1,000"]);
  expect(labels([-1000, 0])).toEqual(["-1,000", "0"]);
  expect(labels([0, 1000], "JPY")).toEqual(["0", "1,000"]);
  expect(labels([0, 5], "KWD")).toEqual(["0", "5"]);
});
