import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { NetworkSettledOrders, PaymentInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { PaymentsTab } from "./PaymentsTab";
import { SettlementsTab } from "./SettlementsTab";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["settlement.edit", "payment.send"],
  default_site: null,
} as User;
const part = {
  payment_id: 700001,
  settlement_id: 500001,
  mcid: "acme",
  brand_name: "Acme",
  period: "2026-10",
  type: "commission",
  amount: "30.00",
  currency: "USD",
  orders: 1,
  note: "",
};
const payment = {
  payment_id: 700001,
  uid: 100001,
  publisher: "Maya",
  request_date: "2026-11-20T10:00:00Z",
  sent_date: null,
  paid_date: null,
  payee: "•••• 3000",
  gross: "30.00",
  fee: "0.00",
  vat: "0.00",
  net: "30.00",
  currency: "USD",
  payout_currency: "EUR",
  payout_amount: "27.00",
  status: "processing",
  channel: "provider",
  problem: "The provider says 27.01 EUR",
  failure_reason: null,
  trace_id: null,
  parts: [part],
  proof: {
    payment_id: 700001,
    gross: "30.00",
    settlements: "30.00",
    orders: "30.00",
    bonuses: "0.00",
    currency: "USD",
    differences: [],
  },
} as unknown as PaymentInfo;
const settled = {
  settlement: { ...part, uid: 100001, publisher: "Maya", state: "requested", payable_at: null },
  list: [{ oid: 9, order_id: "A-9", items: 2, commission: "30.00", currency: "USD" }],
  total: 1,
  sum: "30.00",
} as unknown as NetworkSettledOrders;
const empty = { list: [], total: 0, next: null };

function renderInfo(tab: "payments" | "settlements", look: string, missing?: Refusal) {
  mockPortal({
    "/user/profile": operator,
    "/network/payments": empty,
    "/network/settlements": empty,
    "/network/months": { list: [] },
    "/network/entities": { list: [] },
    "/network/payment_info": missing ?? payment,
    "/network/settlement_info": missing ?? settled,
  });
  const Tab = tab === "settlements" ? SettlementsTab : PaymentsTab;
  renderInApp(<Tab search={{ look }} onSearch={() => {}} />);
}

test("an operator sees a payment's settlements, that they add up, and what the provider received", async () => {
  renderInfo("payments", "700001");
  const drawer = await screen.findByRole("dialog", { name: "Payment 700001" });
  expect(await within(drawer).findAllByText("Adds up")).toHaveLength(2);
  expect(within(drawer).getByText("Maya (100001)")).toBeTruthy();
  expect(within(drawer).getByText("The provider says 27.01 EUR")).toBeTruthy();
  const link = within(drawer).getByRole("link", { name: "500001" });
  expect(link.getAttribute("href")).toContain("/network/settlements?");
});

test("a payment whose settlements do not add up shows the difference", async () => {
  const differences = [{ settlement_id: 500001, expected: "30.00", found: "29.00" }];
  mockPortal({
    "/user/profile": operator,
    "/network/payments": empty,
    "/network/entities": { list: [] },
    "/network/payment_info": { ...payment, proof: { ...payment.proof, differences } },
  });
  renderInApp(<PaymentsTab search={{ look: "700001" }} onSearch={() => {}} />);
  const drawer = await screen.findByRole("dialog", { name: "Payment 700001" });
  expect(await within(drawer).findByText(/^These sums differ/)).toBeTruthy();
  expect(
    within(drawer).getByText("Settlement 500001: USD 29.00 instead of USD 30.00"),
  ).toBeTruthy();
});

test("an operator sees the orders of a settlement, and a link to its payment", async () => {
  renderInfo("settlements", "500001");
  const drawer = await screen.findByRole("dialog", { name: "Settlement 500001" });
  expect(await within(drawer).findByText("Orders USD 30.00, settlement USD 30.00")).toBeTruthy();
  const order = within(drawer).getByRole("link", { name: "A-9" });
  expect(order.getAttribute("href")).toContain("/network/orders?");
  const paid = within(drawer).getByRole("link", { name: "700001" });
  expect(paid.getAttribute("href")).toContain("/network/payments?");
});

test("an unknown payment says so", async () => {
  renderInfo("payments", "1", new Refusal(21009, "Not found", null));
  const drawer = await screen.findByRole("dialog", { name: "Payment 1" });
  expect(await within(drawer).findByText("No entry has this number")).toBeTruthy();
});
