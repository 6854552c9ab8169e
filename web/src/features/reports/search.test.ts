import { expect, test } from "vitest";

import {
  performanceInput,
  performanceSearch,
  sortOf,
  transactionSearch,
  transactionsInput,
} from "./search";

const DAYS = { start_date: "2026-11-01", end_date: "2026-11-20" };

const withoutUndefined = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test("an empty address requests the report by day, and stays empty", () => {
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

test("unknown groups, statuses and sorts are dropped", () => {
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

test("groups that are no time are sorted by commission by default", () => {
  const brands = performanceSearch({ group_by: "brand" });

  expect(performanceInput(brands, "UTC").filter.sort).toBe("-commission");
  expect(performanceInput({ ...brands, sort: "clicks" }, "UTC").filter.sort).toBe("clicks");
});

test("a page of the table lies in one block of rows", () => {
  const block = (curPage: number, perPage: 20 | 50) =>
    performanceInput({ curPage, perPage }, "UTC").page.curPage;

  expect([block(1, 20), block(20, 20), block(21, 20), block(9, 50)]).toEqual([1, 1, 2, 2]);
});

test("an order is looked for by its number on all days, and a status in any case", () => {
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

test("a sort by a comparison applies only with one", () => {
  expect(sortOf({ group_by: ["brand"], sort: "-sales_change" })).toBe("-commission");
  expect(sortOf({ group_by: ["brand"], sort: "orders_before" })).toBe("-commission");
  expect(sortOf({ group_by: ["brand"], sort: "-sales_change", compare: "year" })).toBe(
    "-sales_change",
  );
});
