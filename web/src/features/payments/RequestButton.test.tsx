import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { Payment, PaymentBalance, PaymentMethod } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { RequestButton } from "./RequestButton";

const balance = { withdrawable: "30.00", minimum: "25.00", currency: "USD" } as PaymentBalance;
const bank = {
  id: 1,
  kind: "bank",
  payee: "•••• 3000",
  is_default: true,
  waiting: false,
  wait_reason: null,
  usable_from: "2026-11-01T10:00:00Z",
} as PaymentMethod;
const paypal = { ...bank, id: 2, kind: "paypal" as const, is_default: false };
const fresh = { ...paypal, id: 3, payee: "•••• new", waiting: true };

async function asking(answer: Payment | Refusal, list: PaymentMethod[] = [bank, paypal, fresh]) {
  const calls = mockPortal({
    "/user/profile": maya,
    "/payments/balance": balance,
    "/payments/methods": { list, total: list.length },
    "/payments/request": answer,
  });
  renderInApp(<RequestButton />);
  await userEvent.click(await screen.findByRole("button", { name: "Request payment" }));
  const dialog = await screen.findByRole("dialog", { name: "Request a payment?" });
  const send = () =>
    userEvent.click(within(dialog).getByRole("button", { name: "Request payment" }));
  const paymentRequests = () => attributesOf(calls, "/payments/request");
  return { dialog, send, paymentRequests };
}

const payment = { net: "30.00", currency: "USD", expected_date: null } as Payment;

beforeEach(() => sessionStorage.clear());

test("a payment is requested once it is confirmed, to the default method", async () => {
  const { dialog, send, paymentRequests } = await asking(payment);
  expect(within(dialog).getByText(/^USD 30\.00 will be sent/)).toBeTruthy();
  expect(await within(dialog).findByDisplayValue("Bank account •••• 3000")).toBeTruthy();
  await send();

  expect(await screen.findByText("Payment of USD 30.00 requested")).toBeTruthy();
  expect(paymentRequests()).toHaveLength(1);
  expect(JSON.stringify(paymentRequests())).not.toContain("method_id");
});

test("a request for a payment says when it usually arrives, by earlier payments if there were some", async () => {
  const { dialog, send } = await asking({ ...payment, expected_date: "2026-12-02" });
  expect(within(dialog).getByText(/usually arrives within 3 days of that/)).toBeTruthy();
  await send();

  const toast = "Payment of USD 30.00 requested. It usually arrives by 2 Dec 2026";
  expect(await screen.findByText(toast)).toBeTruthy();
});

test("a payment can be requested to another method, but to none that has to wait", async () => {
  const { dialog, send, paymentRequests } = await asking(payment);
  await userEvent.click(await within(dialog).findByDisplayValue("Bank account •••• 3000"));
  const waiting = await screen.findByRole("option", { name: /^PayPal •••• new, from/ });
  expect(waiting.getAttribute("data-combobox-disabled")).toBe("true");
  await userEvent.click(screen.getByRole("option", { name: "PayPal •••• 3000" }));
  await send();

  expect(await screen.findByText("Payment of USD 30.00 requested")).toBeTruthy();
  expect(paymentRequests()).toEqual([{ method_id: 2 }]);
});

test("a payment request without a method is refused beside the button", async () => {
  const field = { field: "attributes.method_id" };
  const { dialog, send } = await asking(new Refusal(21011, "Add a method", field), []);
  await send();

  expect(await within(dialog).findByText("Add a method")).toBeTruthy();
  const link = within(dialog).getByRole("link", { name: "Add a payment method" });
  expect(link.getAttribute("href")).toBe("/settings/payment");
});
