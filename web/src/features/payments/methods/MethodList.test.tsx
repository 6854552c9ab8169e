import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PaymentMethod } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { MethodList } from "./MethodList";

const method: PaymentMethod = {
  id: 7,
  kind: "bank",
  country: "DE",
  currency: "EUR",
  entity: "person",
  payee: "•••• 3000",
  fields: {},
  is_default: true,
  waiting: true,
  wait_reason: "new_details",
  usable_from: "2026-11-30T10:00:00Z",
  created_at: "2026-11-27T10:00:00Z",
  updated_at: "2026-11-27T10:00:00Z",
};

test.each([
  ["new_details", /Confirmed with a passkey that is at least three days old/],
  ["confirmed", /Your passkey has shortened the wait/],
  ["factor_reset", /turned off a two-step sign-in/],
  ["stopped", /was stopped. An owner releases payments/],
] as const)("a method that waits (%s) says until when and why", async (wait_reason, text) => {
  mockPortal({
    "/user/profile": maya,
    "/payments/methods": { list: [{ ...method, wait_reason }], total: 1 },
  });
  renderInApp(<MethodList />);
  expect(await screen.findByText(/Payable from/)).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
});
