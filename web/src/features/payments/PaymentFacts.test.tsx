import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Payment, PaymentMethod, PaymentStep } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { payment } from "@/testing/payment";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { FailedPayments } from "./FailedPayments";
import { PaymentFacts } from "./PaymentFacts";

const owner = { ...maya, permissions: ["money.read", "payment.read", "payment.edit"] } as User;
const failed: Payment = { ...payment, status: "failed", failure_reason: "The account is closed" };

test("a failed payment is shown with its reason and a link to the payment settings", async () => {
  const calls = mockPortal({
    "/user/profile": { ...maya, permissions: ["money.read", "payment.read"] },
    "/payments/summary": { list: [failed], total: 1 },
  });
  renderInApp(<FailedPayments />);
  expect(await screen.findByText("Payment 700001 failed: The account is closed")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Check your bank details in Payment settings" });
  expect(link.getAttribute("href")).toBe("/settings/payment");
  expect(screen.queryByRole("button", { name: /Pay again/ })).toBeNull();
  expect(calls[0]?.req.filter).toMatchObject({ status: "failed" });
});

test("the page of a returned payment says so, with its amounts", async () => {
  const returned: Payment = { ...payment, status: "returned", failure_reason: "Wrong number" };
  mockPortal({ "/user/profile": maya });
  renderInApp(<PaymentFacts row={returned} progress={[]} />);
  expect(await screen.findByText("Payment 700001 came back: Wrong number")).toBeTruthy();
  expect(screen.getByText("Came back")).toBeTruthy();
  expect(screen.getAllByText("USD 30.00").length).toBeGreaterThan(0);
});

test("a failed payment that was replaced keeps the reason of its failure, and leads to its replacement", async () => {
  const steps: PaymentStep[] = [
    { stage: "processing", at: "2026-11-20T10:00:00Z", expected: null },
    { stage: "failed", at: "2026-11-21T10:00:00Z", expected: null },
    { stage: "cancelled", at: "2026-11-22T10:00:00Z", expected: null },
  ];
  mockPortal({ "/user/profile": owner });
  renderInApp(
    <PaymentFacts row={{ ...failed, status: "cancelled" }} progress={steps} replacedBy={700012} />,
  );
  expect(await screen.findByText("Payment 700001 failed: The account is closed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Pay again/ })).toBeNull();
  const link = screen.getByRole("link", { name: "Replaced by payment 700012" });
  expect(link.getAttribute("href")).toBe("/payments/details?payment_id=700012");

  renderInApp(
    <PaymentFacts row={{ ...payment, payment_id: 700012 }} progress={[]} replaces={700001} />,
  );
  const back = await screen.findByRole("link", { name: "Replaces payment 700001" });
  expect(back.getAttribute("href")).toBe("/payments/details?payment_id=700001");
});

test("a payment that the network cancelled is not said to have failed", async () => {
  mockPortal({ "/user/profile": owner });
  const row: Payment = { ...payment, status: "cancelled", failure_reason: "Duplicate" };
  renderInApp(<PaymentFacts row={row} progress={[]} />);
  expect(await screen.findByText("Payment 700001 was cancelled: Duplicate")).toBeTruthy();
});

test("the page of a payment has its amount as headline, and its documents", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }),
  );
  const sent = { sent_date: "2026-11-21T10:00:00Z", invoice: "NW-2026-00001" };
  const calls = mockPortal({
    "/user/profile": maya,
    "/payments/invoice": {
      payment_id: 700001,
      kind: "invoice",
      number: "NW-2026-00001",
      name: "invoice-NW-2026-00001",
      url: null,
      csv: "when,text",
    },
  });
  renderInApp(<PaymentFacts row={{ ...payment, status: "sent", ...sent }} progress={[]} />);
  const facts = await screen.findByRole("region", { name: "Payment 700001" });
  expect(facts.textContent).toMatch(/USD\s30\.00Sent/);
  expect(screen.getByRole("button", { name: "Invoice NW-2026-00001 (PDF)" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Invoice NW-2026-00001 (CSV)" }));

  await waitFor(() => expect(click).toHaveBeenCalled());
  const [asked] = calls.filter(({ path }) => path === "/payments/invoice");
  expect(asked?.req.attributes).toEqual({ payment_id: 700001, kind: "invoice" });
});

test("a failed payment can be paid again in place", async () => {
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/retry": { ...payment, status: "requested" },
  });
  renderInApp(<PaymentFacts row={failed} progress={[]} />);
  await userEvent.click(
    await screen.findByRole("button", { name: "Pay again to Bank account •••• 3000" }),
  );
  expect(
    await screen.findByText("Payment 700001 will be sent with the network's next batch"),
  ).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path === "/payments/retry");
  expect(sent?.req.attributes).toEqual({ payment_id: 700001 });
});

test("a failed payment is paid by another method, and its replacement is opened", async () => {
  const method = { id: 1, kind: "bank", payee: "•••• 3000", waiting: false, is_default: true };
  const other = { ...method, id: 2, kind: "paypal", payee: "•••• .com", is_default: false };
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/methods": { list: [method, other] as PaymentMethod[], total: 2 },
    "/payments/retry": { ...payment, payment_id: 700002 },
  });
  const replaced = vi.fn();
  renderInApp(<PaymentFacts row={failed} progress={[]} onReplaced={replaced} />);
  await userEvent.click(await screen.findByRole("button", { name: "Choose another method" }));
  const dialog = await screen.findByRole("dialog", { name: "Pay it by another method?" });
  await userEvent.click(await within(dialog).findByRole("button", { name: "Pay by this method" }));

  await waitFor(() => expect(replaced).toHaveBeenCalledOnce());
  const [sent] = calls.filter(({ path }) => path === "/payments/retry");
  expect(sent?.req.attributes).toEqual({ payment_id: 700001, method_id: 2 });
});

test("a failed payment is cancelled after a confirmation", async () => {
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/cancel": { ...payment, status: "cancelled" },
  });
  renderInApp(<PaymentFacts row={failed} progress={[]} />);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel payment" }));
  const dialog = await screen.findByRole("dialog", { name: "Cancel this payment?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel payment" }));
  expect(await screen.findByText("Payment cancelled")).toBeTruthy();
  expect(calls.some(({ path }) => path === "/payments/cancel")).toBe(true);
});

test("a payment's progress lists past steps with their day, and the next with its date", async () => {
  mockPortal({ "/user/profile": maya });
  const steps: PaymentStep[] = [
    { stage: "payable", at: "2026-11-19T10:00:00Z", expected: null },
    { stage: "requested", at: "2026-11-20T10:00:00Z", expected: null },
    { stage: "processing", at: null, expected: null },
    { stage: "paid", at: null, expected: "2126-12-18" },
  ];
  renderInApp(<PaymentFacts row={{ ...payment, expected_from: "past" }} progress={steps} />);
  const line = within(await screen.findByRole("list"));
  const items = line.getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Can be withdrawn19 Nov 2026/),
    expect.stringMatching(/^Requested20 Nov 2026/),
    "Processingnot yet",
    "PaidUsually by 18 Dec 2126",
  ]);
  expect(items.map((item) => item.getAttribute("aria-current"))).toEqual([
    null,
    null,
    "step",
    null,
  ]);
});

test("choosing another method comes first if the failure lies in the method", async () => {
  mockPortal({ "/user/profile": owner });
  renderInApp(<PaymentFacts row={{ ...failed, method_at_fault: true }} progress={[]} />);

  const other = await screen.findByRole("button", { name: "Choose another method" });
  const again = screen.getByRole("button", { name: "Pay again to Bank account •••• 3000" });

  expect(other.dataset.variant).toBe("filled");
  expect(again.dataset.variant).toBe("default");
  expect(other.compareDocumentPosition(again)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
