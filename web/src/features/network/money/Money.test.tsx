import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { NetworkPayment, NetworkSettlement } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { PaymentsTab } from "./PaymentsTab";
import { SettlementsTab } from "./SettlementsTab";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["settlement.edit", "payment.send"],
  default_site: null,
} as User;
const settlement: NetworkSettlement = {
  settlement_id: 500001,
  uid: 100001,
  publisher: "Maya",
  mcid: "acme",
  brand_name: "Acme",
  period: "2026-10",
  type: "commission",
  amount: "30.00",
  currency: "USD",
  orders: 3,
  items: 4,
  note: "",
  state: "waiting",
  payment_id: null,
  created_at: "2026-11-01T10:00:00Z",
  payable_at: null,
  paid_at: null,
};
const payment: NetworkPayment = {
  payment_id: 700001,
  uid: 100001,
  publisher: "Maya",
  request_date: "2026-11-20T10:00:00Z",
  expected_date: null,
  paid_date: null,
  method: "bank",
  payee: "•••• 3000",
  gross: "30.00",
  fee: "0.00",
  vat: "0.00",
  net: "30.00",
  currency: "USD",
  payout_currency: "EUR",
  payout_amount: "27.00",
  rate: "0.9",
  status: "processing",
  scheduled: false,
  file_id: null,
  channel: "file",
  problem: null,
  failure_reason: null,
  trace_id: null,
  invoice: null,
  credit_note: null,
  batch_id: 1001,
  sent_date: null,
};
const month = {
  mcid: "acme",
  period: "2026-10",
  outcome: "closed" as const,
  settlements: 0,
  amounts: {},
  reason: null,
};

function renderTab(tab: "settlements" | "payments", row = payment, search = {}) {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/settlements": { list: [settlement], total: 1, next: null },
    "/network/months": { list: [] },
    "/network/brand_paid": month,
    "/network/payments": { list: [row], total: 1, next: null },
    "/network/entities": { list: [] },
    "/network/entity_save": { list: [] },
    "/network/pay_preview": {
      payments: 2,
      amounts: { EUR: "60.00", GBP: "30.00" },
      scheduled: 1,
      scheduled_amounts: { EUR: "40.00" },
    },
    "/network/pay": {
      batch_id: 1002,
      payments: 2,
      amounts: {},
      remaining: 3,
      list: [
        {
          uid: 100002,
          publisher: "Tom's blog",
          payment_id: null,
          code: 21010,
          reason: "Below the minimum",
        },
      ],
    },
    "/network/payment_set": { ...payment, status: "sent" },
  });
  const Tab = tab === "settlements" ? SettlementsTab : PaymentsTab;
  renderInApp(<Tab search={search} onSearch={() => {}} />);
  return calls;
}

const confirm = async (title: string, button: string) => {
  const dialog = await screen.findByRole("dialog", { name: title });
  await userEvent.click(within(dialog).getByRole("button", { name: button }));
};

test("a brand's payment is recorded with its reference", async () => {
  const calls = renderTab("settlements");
  await userEvent.click(await screen.findByRole("button", { name: "Actions for 500001" }));
  // Of a bonus it is what the bonus is for, which is no brand.
  expect(screen.getByRole("columnheader", { name: "For" })).toBeTruthy();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Brand has paid" }));
  const dialog = await screen.findByRole("dialog", { name: "Acme has paid for October 2026" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Brand has paid" }));
  expect(within(dialog).getByText("Enter a reference")).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText("Reference"), "transfer 7");
  await userEvent.click(within(dialog).getByRole("button", { name: "Brand has paid" }));

  expect(await screen.findByText("What acme paid for can be withdrawn now")).toBeTruthy();
  expect(attributesOf(calls, "/network/brand_paid")).toEqual([
    { mcid: "acme", period: "2026-10", reference: "transfer 7" },
  ]);
});

test("a payment batch is started, and the payments left out are named", async () => {
  const calls = renderTab("payments");
  await userEvent.click(await screen.findByRole("button", { name: "Start a batch" }));
  await confirm("Start a batch of payments?", "Start a batch");

  expect(await screen.findByText("Batch 1002 with 2 payments")).toBeTruthy();
  expect(screen.getByText("Tom's blog (100002): Below the minimum")).toBeTruthy();
  expect(screen.getByText("3 more payments wait. Start another batch to take them.")).toBeTruthy();
  expect(attributesOf(calls, "/network/pay")).toEqual([{}]);
});

test("filters in the URL of payments are shown and can be cleared", async () => {
  renderTab("payments", payment, { uid: 100001, batch_id: 1001 });
  expect(await screen.findByRole("button", { name: "Remove Publisher" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Remove Batch" })).toBeTruthy();
});

test("a payment is marked as sent, or as failed with a reason", async () => {
  const calls = renderTab("payments");
  await userEvent.click(await screen.findByRole("button", { name: "Actions for 700001" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Mark as sent" }));
  let dialog = await screen.findByRole("dialog", {
    name: "Mark payment 700001 (USD\u00a030.00) as sent",
  });
  await userEvent.type(within(dialog).getByLabelText("Reference"), "bank-1");
  await userEvent.click(within(dialog).getByRole("button", { name: "Mark as sent" }));
  await userEvent.click(await screen.findByRole("button", { name: "Actions for 700001" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Mark as failed" }));
  dialog = await screen.findByRole("dialog", {
    name: "Mark payment 700001 (USD\u00a030.00) as failed",
  });
  await userEvent.type(within(dialog).getByLabelText("Reason"), "no such account");
  await userEvent.click(within(dialog).getByRole("button", { name: "Mark as failed" }));

  expect(await screen.findAllByText("Payment 700001: Sent")).toBeTruthy();
  expect(attributesOf(calls, "/network/payment_set")).toEqual([
    { payment_id: 700001, status: "sent", reference: "bank-1" },
    { payment_id: 700001, status: "failed", reason: "no such account" },
  ]);
});

test("a publisher's payment is cancelled after a confirmation", async () => {
  const calls = renderTab("payments", { ...payment, status: "requested", batch_id: null });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for 700001" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Cancel payment" }));
  expect(attributesOf(calls, "/network/payment_set")).toEqual([]);
  await confirm("Cancel payment 700001?", "Cancel payment");

  await waitFor(() =>
    expect(attributesOf(calls, "/network/payment_set")).toEqual([
      { payment_id: 700001, status: "cancelled" },
    ]),
  );
});

test("the paying company is saved", async () => {
  const calls = renderTab("payments");
  await userEvent.click(await screen.findByRole("button", { name: "Paying companies" }));
  await userEvent.click(await screen.findByRole("button", { name: "Add company" }));
  const dialog = await screen.findByRole("dialog", { name: "The company that pays" });
  const typed = { "Company name": "Network Ltd", Address: "1 Long Road" };
  for (const [label, value] of Object.entries(typed)) {
    await userEvent.type(within(dialog).getByLabelText(label), value);
  }
  await userEvent.click(within(dialog).getByRole("combobox", { name: "Country" }));
  await userEvent.click(await screen.findByRole("option", { name: "Germany", hidden: true }));
  await userEvent.type(within(dialog).getByLabelText("IBAN"), "DE02120300000000202051");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save company" }));

  expect(await screen.findByText("Company saved")).toBeTruthy();
  expect(attributesOf(calls, "/network/entity_save")).toEqual([
    {
      name: "Network Ltd",
      country: "DE",
      address: "1 Long Road",
      iban: "DE02120300000000202051",
      vat_rate: "0",
    },
  ]);
});
