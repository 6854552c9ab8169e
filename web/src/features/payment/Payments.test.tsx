import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Payment, PaymentBalance, PaymentDetail, Settlement } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { payment } from "@/testing/payment";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { BalanceCards } from "./BalanceCards";
import { PaymentList } from "./PaymentList";
import { RequestButton } from "./RequestButton";
import { PaymentParts, SettlementList } from "./settlements/SettlementList";
import { SettlementOrders } from "./settlements/SettlementOrders";

const owner = { ...maya, permissions: ["payment.read", "payment.edit"] } as User;
const balance: PaymentBalance = {
  pending: "10.00",
  approved: "20.00",
  withdrawable: "30.00",
  on_the_way: "40.00",
  paid: "50.00",
  currency: "USD",
  minimum: "25.00",
  schedule_day: null,
  next_payment: null,
};
const detail: PaymentDetail = {
  payment_id: 700001,
  settlement_id: 500001,
  mcid: "acme",
  brand_name: "Acme",
  period: "2026-10",
  type: "commission",
  amount: "30.00",
  currency: "USD",
  orders: 3,
  note: "",
};
const settlement: Settlement = {
  ...detail,
  items: 4,
  state: "waiting",
  payment_id: null,
  created_at: "2026-11-01T10:00:00Z",
  payable_at: null,
  paid_at: null,
};

test("the balance is shown by stage, and a schedule is set", async () => {
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/balance": balance,
    "/payments/schedule": null,
  });
  renderInApp(<BalanceCards mayEdit />);
  for (const amount of ["$10.00", "$20.00", "$30.00", "$40.00", "$50.00"]) {
    expect(await screen.findByText(amount)).toBeTruthy();
  }
  await userEvent.click(screen.getByRole("button", { name: "Change schedule" }));
  const dialog = await screen.findByRole("dialog", { name: "When to be paid" });
  await userEvent.click(within(dialog).getByRole("combobox", { name: "Day of the month" }));
  await userEvent.click(await screen.findByRole("option", { name: "15" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Save schedule" }));

  expect(await screen.findByText("Schedule saved")).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path === "/payments/schedule");
  expect(sent?.req.attributes).toEqual({ day: 15, minimum: "25.00" });
});

test("the next payment has its day and its range", async () => {
  mockPortal({
    "/payments/balance": {
      ...balance,
      next_payment: { day: "2026-12-15", low: "30.00", likely: "45.00", high: "60.00" },
    },
  });
  renderInApp(<BalanceCards mayEdit={false} />);
  expect(await screen.findByText("On 15 Dec 2026")).toBeTruthy();
  expect(
    screen.getByText("Between $30.00 and $60.00, depending on what brands pay by then"),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change schedule" })).toBeNull();
});

test("below the minimum there is nothing to request", async () => {
  mockPortal({ "/payments/balance": { ...balance, withdrawable: "24.99" } });
  renderInApp(
    <>
      <RequestButton />
      <BalanceCards mayEdit={false} />
    </>,
  );
  expect(await screen.findByText("$24.99")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Request payment" })).toBeNull();
});

test("without a schedule it says from when a payment can be requested", async () => {
  mockPortal({ "/payments/balance": { ...balance, withdrawable: "24.99" } });
  renderInApp(<BalanceCards mayEdit={false} />);
  expect(
    await screen.findByText("You can request a payment once $25.00 can be withdrawn."),
  ).toBeTruthy();
});

test("no settlement in a state is not said as none at all", async () => {
  mockPortal({ "/payments/settlements": { list: [], total: 0 } });
  const search = vi.fn();
  renderInApp(<SettlementList search={{ state: "paid" }} onSearch={search} />);
  expect(await screen.findByText("No settlement matches")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(search).toHaveBeenCalledWith({});
});

test("a requested payment is cancelled, one that is sent is not", async () => {
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/summary": {
      list: [payment, { ...payment, payment_id: 700002, status: "sent" }],
      total: 2,
    },
    "/payments/cancel": { ...payment, status: "cancelled" },
  });
  renderInApp(<PaymentList search={{}} onSearch={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for payment 700001" }));
  expect(screen.queryByRole("button", { name: "Actions for payment 700002" })).toBeNull();
  await userEvent.click(await screen.findByRole("menuitem", { name: "Cancel payment" }));
  const dialog = await screen.findByRole("dialog", { name: "Cancel this payment?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel payment" }));

  expect(await screen.findByText("Payment cancelled")).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path === "/payments/cancel");
  expect(sent?.req.attributes).toEqual({ payment_id: 700001 });
});

test("settlements say what they wait for", async () => {
  mockPortal({ "/payments/settlements": { list: [settlement], total: 1 } });
  renderInApp(<SettlementList search={{}} onSearch={() => {}} />);
  expect(await screen.findByText("October 2026")).toBeTruthy();
  expect(screen.getByText("Waiting")).toBeTruthy();
});

test("a payment's proof adds up, or names what differs", async () => {
  const proof = {
    payment_id: 700001,
    gross: "30.00",
    settlements: "30.00",
    orders: "30.00",
    bonuses: "0.00",
    currency: "USD",
    differences: [],
  };
  const failed: Payment = { ...payment, status: "failed", failure_reason: "account closed" };
  mockPortal({
    "/user/profile": owner,
    "/payments/summary": { list: [failed], total: 1 },
    "/payments/details": { list: [detail], total: 1, proof: [proof] },
  });
  renderInApp(<PaymentParts search={{ payment_id: 700001 }} onSearch={() => {}} />);
  expect(await screen.findByText("Everything adds up")).toBeTruthy();
  expect(await screen.findByText("Payment 700001 failed: account closed")).toBeTruthy();

  const wrong = { settlement_id: 500001, expected: "30.00", found: "29.00" };
  mockPortal({
    "/user/profile": owner,
    "/payments/summary": { list: [], total: 0 },
    "/payments/details": { list: [detail], total: 1, proof: [{ ...proof, differences: [wrong] }] },
  });
  renderInApp(<PaymentParts search={{ payment_id: 700001 }} onSearch={() => {}} />);
  expect(await screen.findByText("Settlement 500001: $29.00 instead of $30.00")).toBeTruthy();
});

test("a payment that was sent has its invoice as CSV", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }),
  );
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/summary": {
      list: [
        { ...payment, status: "sent", sent_date: "2026-11-21T10:00:00Z", invoice: "NW-2026-00001" },
      ],
      total: 1,
    },
    "/payments/invoice": {
      payment_id: 700001,
      kind: "invoice",
      number: "NW-2026-00001",
      name: "invoice-NW-2026-00001",
      url: null,
      csv: "when,text",
    },
  });
  renderInApp(<PaymentList search={{}} onSearch={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for payment 700001" }));
  await userEvent.click(
    await screen.findByRole("menuitem", { name: "Invoice NW-2026-00001 (CSV)" }),
  );

  await vi.waitFor(() => expect(click).toHaveBeenCalled());
  const [sent] = calls.filter(({ path }) => path === "/payments/invoice");
  expect(sent?.req.attributes).toEqual({ payment_id: 700001, kind: "invoice" });
});

test("a settlement shows its orders, and that they add up to it", async () => {
  const order = {
    oid: 9001,
    order_id: "A-1",
    order_time: "2026-10-03T10:00:00Z",
    click_ref: "c1",
    click_time: "2026-10-03T09:00:00Z",
    items: 2,
    commission: "30.00",
    currency: "USD",
  };
  mockPortal({
    "/user/profile": owner,
    "/payments/settlement_orders": { settlement, list: [order], total: 1, sum: "30.00" },
  });
  renderInApp(<SettlementOrders search={{ settlement_id: 500001 }} onSearch={() => {}} />);
  expect(await screen.findByText("Orders $30.00, settlement $30.00")).toBeTruthy();
  const link = await screen.findByRole("link", { name: "A-1" });
  expect(link.getAttribute("href")).toBe("/reports/transactions?oid=9001");
  const facts = within(screen.getByRole("region", { name: "Settlement 500001" }));
  for (const fact of ["Acme", "October 2026", "Waiting", "$30.00", "Times in UTC"]) {
    expect(facts.getByText(fact)).toBeTruthy();
  }
});
