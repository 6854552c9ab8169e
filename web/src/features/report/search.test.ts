import { expect, test } from "vitest";

import {
  performanceInput,
  performanceSearch,
  transactionSearch,
  transactionsInput,
} from "./search";

const DAYS = { start_date: "2026-11-01", end_date: "2026-11-20" };

const withoutUndefined = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

test("an empty address asks by day, and nothing stands in it", () => {
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

test("what is no group, status or order is left out", () => {
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

test("groups that are no time come by what they brought, unless somebody says otherwise", () => {
  const brands = performanceSearch({ group_by: "brand" });

  expect(performanceInput(brands, "UTC").filter.sort).toBe("-commission");
  expect(performanceInput({ ...brands, sort: "clicks" }, "UTC").filter.sort).toBe("clicks");
});

test("a page of the table lies in one block of rows", () => {
  const block = (curPage: number, perPage: number) =>
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

test("the open drawer is no part of what is asked for orders", () => {
  const search = transactionSearch({
    ...DAYS,
    oid: 7,
    date_basis: "paid",
    paid: true,
    cursor: "c",
  });

  const { filter, page } = transactionsInput(search, "UTC");
  expect(withoutUndefined(filter)).toEqual({ ...DAYS, date_basis: "paid", paid: true });
  expect(page).toEqual({ perPage: 20, cursor: "c" });
});
