import { expect, test } from "vitest";

import { mayOpen } from "./pages";

test.each([
  ["/settings/payment", ["payment.read"], true],
  ["/settings/payment-add-bank", ["payment.read"], false],
  ["/settings/payment-add-bank", ["payee.edit"], true],
  ["/tools/apis/tokens", [], false],
  ["/tools/apis/guides/1", [], true],
  ["/reports/why", ["report.read"], true],
  ["/reports/why", ["brand.read"], false],
  ["/settings/profile", [], true],
])("%s with %o may be opened: %s", (path, permissions, opened) => {
  expect(mayOpen({ permissions }, path)).toBe(opened);
});
