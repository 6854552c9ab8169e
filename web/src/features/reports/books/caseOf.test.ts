import { expect, test } from "vitest";

import type { BookRow } from "@/api/gen/types.gen";

import { caseOf } from "./caseOf";

const row = {
  class: "only_mine",
  reasons: ["not_recorded"],
  mcid: null,
  click_ref: null,
  oid: null,
  order_id: "A-1",
  own_day: "2026-10-14",
  own_time: null,
  own_amount: "10.00",
  own_currency: "GBP",
  status: null,
} as unknown as BookRow;

test("an order in own books that is not recorded can be claimed as missing with the file's values", () => {
  expect(caseOf(row, "sale")).toMatchObject({
    add: "missing",
    order_id: "A-1",
    day: "2026-10-14",
    amount: "10.00",
    currency: "GBP",
  });
});

test("a commission in own books is not claimed as the value of an order", () => {
  expect(caseOf(row, "commission")).toMatchObject({ add: "missing", amount: undefined });
});

test("an order in own books with another amount is claimed as incorrect, and a rejected one disputed", () => {
  const differs = { ...row, class: "differs", reasons: ["amount"], oid: 7 } as BookRow;
  expect(caseOf(differs, "sale")).toEqual({ add: "incorrect", about: 7, amount: "10.00" });
  expect(caseOf({ ...differs, status: "Rejected" }, "sale")).toEqual({ add: "declined", about: 7 });
});

test("matching orders, test orders and unreadable lines in own books offer no case", () => {
  expect(caseOf({ ...row, class: "matched", oid: 7, reasons: [] }, "sale")).toBeNull();
  expect(caseOf({ ...row, reasons: ["test_order"], oid: 7 }, "sale")).toBeNull();
  expect(caseOf({ ...row, class: "unread" }, "sale")).toBeNull();
});
