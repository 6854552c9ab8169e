import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Payment } from "@/api/gen/types.gen";
import { payment } from "@/testing/payment";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { FailedPayments } from "./FailedPayments";
import { PaymentFacts } from "./PaymentFacts";

test("what failed is said with its reason, and leads to where it is mended", async () => {
  const failed: Payment = {
    ...payment,
    status: "failed",
    failure_reason: "The account is closed",
  };
  const calls = mockPortal({
    "/payments/summary": { list: [failed], total: 1 },
  });
  renderInApp(<FailedPayments />);
  expect(await screen.findByText("Payment 700001 failed: The account is closed")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Check your bank details in Payment settings" });
  expect(link.getAttribute("href")).toBe("/settings/payment");
  expect(calls[0]?.req.filter).toMatchObject({ status: "failed" });
});

test("the page of a payment that came back says so, with its amounts", async () => {
  const returned: Payment = { ...payment, status: "returned", failure_reason: "Wrong number" };
  mockPortal({
    "/user/profile": maya,
    "/payments/summary": { list: [returned], total: 1 },
  });
  renderInApp(<PaymentFacts payment_id={700001} />);
  expect(await screen.findByText("Payment 700001 came back: Wrong number")).toBeTruthy();
  expect(screen.getByText("Returned")).toBeTruthy();
  expect(screen.getAllByText("$30.00").length).toBeGreaterThan(0);
});
