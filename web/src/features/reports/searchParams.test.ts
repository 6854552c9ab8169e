import { expect, test } from "vitest";

import {
  performanceInput,
  performanceSearch,
  sortOf,
  transactionSearch,
  transactionsInput,
} from "./searchParams";

const DAYS = { start_date: "2026-11-01", end_date: "2026-11-20" };

const withoutUndefined = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test("an empty URL requests the report by day, and stays empty", () => {
  const search = performanceSearch({});

  expect(withoutUndefined(search)).toEqual({});
  const { filter, page } = performanceInput({ ...search, ...DAYS }, "UTC");
  expect(withoutUndefined(filter)).toEqual({
    ...DAYS,
    group_by: ["date"],
    sort: "-date",
    compare: "previous",
  });
  expect(page).toEqual({ curPage: 1, perPage: 400 });
});

test("unknown groups, statuses and sort columns in the URL of a report are dropped", () => {
  const search = performanceSearch({
    group_by: ["brand", "moon", "uid1", "site"],
    status: "lost",
    sort: "commission; drop",
    compare: "year",
    mcids: "acme",
  });

  expect(withoutUndefined(search)).toEqual({
    group_by: ["brand", "uid1"],
    compare: "year",
    mcids: ["acme"],
  });
});

test("a report by other groups than time is sorted by commission by default", () => {
  const brands = performanceSearch({ group_by: "brand" });

  expect(performanceInput(brands, "UTC").filter.sort).toBe("-commission");
  expect(performanceInput({ ...brands, sort: "clicks" }, "UTC").filter.sort).toBe("clicks");
});

test("a page of a report's table lies in one block of loaded rows", () => {
  const block = (curPage: number, perPage: 20 | 50) =>
    performanceInput({ curPage, perPage }, "UTC").page.curPage;

  expect([block(1, 20), block(20, 20), block(21, 20), block(9, 50)]).toEqual([1, 1, 2, 2]);
});

test("a search for an order number covers all days, and a status in the URL may have any letter case", () => {
  const { filter } = transactionsInput(transactionSearch({ order_id: "A-7" }), "UTC");

  expect(Date.parse(filter.end_date) - Date.parse(filter.start_date)).toBeGreaterThan(
    3 * 365 * 864e5,
  );
  expect(transactionSearch({ status: "Approved" }).status).toBe("approved");
});

test("the open drawer is left out of the request for orders", () => {
  const search = transactionSearch({
    ...DAYS,
    oid: 7,
    date_basis: "paid",
    paid: true,
    taken_back: false,
    cursor: "c",
  });

  const { filter, page } = transactionsInput(search, "UTC");
  expect(withoutUndefined(filter)).toEqual({
    ...DAYS,
    date_basis: "paid",
    paid: true,
    taken_back: false,
  });
  expect(page).toEqual({ perPage: 20, cursor: "c" });
});

test("sorting a report by change applies only with a comparison", () => {
  expect(sortOf({ group_by: ["brand"], sort: "-sales_change" })).toBe("-commission");
  expect(sortOf({ group_by: ["brand"], sort: "orders_before" })).toBe("-commission");
  expect(sortOf({ group_by: ["brand"], sort: "-sales_change", compare: "year" })).toBe(
    "-sales_change",
  );
});
