import { expect, test } from "vitest";

import { mayOpen } from "./pagePermissions";

test.each([
  ["/settings/payment", ["payment.read"], true],
  ["/settings/payment-add-bank", ["payment.read"], false],
  ["/settings/payment-add-bank", ["payee.propose"], true],
  ["/tools/apis/tokens", [], false],
  ["/tools/apis/guides/1", [], true],
  ["/reports/why", ["report.read"], true],
  ["/reports/why", ["brand.read"], false],
  ["/settings/profile", [], true],
])("%s with %o may be opened: %s", (path, permissions, opened) => {
  expect(mayOpen({ permissions }, path)).toBe(opened);
});

test.each([
  ["/settings/profile", false],
  ["/settings/login", false],
  ["/reports/cases", false],
  ["/reports/schedules", false],
  ["/reports/transactions", true],
  ["/sandbox", true],
])("%s may be opened in the sandbox: %s", (path, opened) => {
  expect(mayOpen({ permissions: ["report.read"], sandbox: true }, path)).toBe(opened);
});

test.each([
  ["/reports/books", ["report.read", "money.read"], null, true],
  ["/reports/books", ["report.read"], null, false],
  ["/reports/books", ["report.read", "money.read"], [7], false],
  ["/auth/refer", [], [7], false],
  ["/reports/transactions", ["report.read"], [7], true],
])("%s with %o of the channels %o may be opened: %s", (path, permissions, site_ids, opened) => {
  expect(mayOpen({ permissions, site_ids }, path)).toBe(opened);
});
