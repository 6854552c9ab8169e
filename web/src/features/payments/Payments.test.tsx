import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { NOT_ALLOWED } from "@/api/gen/codes.gen";
import type { Payment, PaymentDetail, Settlement } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { balance, months, payment } from "@/testing/payment";
import { maya, mockPhone, mockPortal, renderInApp } from "@/testing/portal";
import { Balance } from "./Balance";
import { PaymentList } from "./PaymentList";
import { RequestButton } from "./RequestButton";
import { PaymentParts, SettlementList } from "./settlements/SettlementList";
import { SettlementOrders } from "./settlements/SettlementOrders";

const owner = { ...maya, permissions: ["money.read", "payment.read", "payment.edit"] } as User;
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

/** What a screen reader says of each row of a table. */
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole("row")
    .map((row) => {
      const said = row.cloneNode(true) as HTMLElement;
      for (const hidden of said.querySelectorAll("[aria-hidden]")) hidden.remove();
      const texts = document.createTreeWalker(said, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (texts.nextNode()) words.push(texts.currentNode.textContent ?? "");
      return words.filter(Boolean).join(" ").replaceAll("\u00a0", " ");
    });

test("the balance is shown by stage, and a schedule is set", async () => {
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/balance": balance,
    "/payments/months": { list: months, total: 12 },
    "/payments/schedule": null,
  });
  renderInApp(<Balance mayEdit />);
  for (const amount of ["USD 10.00", "USD 20.00", "USD 30.00", "USD 40.00", "USD 50.00"]) {
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

test("the next payment is shown with its day and the range of its amount", async () => {
  mockPortal({
    "/user/profile": owner,
    "/payments/months": { list: months, total: 12 },
    "/payments/balance": {
      ...balance,
      next_payment: { day: "2026-12-15", low: "30.00", likely: "45.00", high: "60.00" },
    },
  });
  renderInApp(<Balance mayEdit={false} />);
  expect(await screen.findByText("On 15 Dec 2026")).toBeTruthy();
  expect(
    screen.getByText("Between USD 30.00 and USD 60.00, depending on what brands pay by then"),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Change schedule" })).toBeNull();
});

test.each([
  ["2026-11-17T09:00:00Z", ""],
  ["2026-11-19T09:00:00Z", ", 1 day late"],
  ["2026-11-27T09:00:00Z", ", 9 days late"],
])("the next scheduled payment is shown beside payments on the way at %s%s", async (now, late) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
  const on = (expected_date: string, expected_from: "past" | "terms"): Payment => ({
    ...payment,
    expected_date,
    expected_from,
  });
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/months": { list: months, total: 12 },
    "/payments/balance": {
      ...balance,
      next_payment: { day: "2026-12-15", low: "30.00", likely: "45.00", high: "60.00" },
    },
    "/payments/summary": { list: [on("2026-11-16", "past"), on("2026-11-18", "past")], total: 2 },
  });
  renderInApp(<Balance mayEdit={false} />);
  const card = within(await screen.findByRole("region", { name: "Next scheduled payment" }));
  const link = await card.findByRole("link", {
    name: `On the way: USD\u00a040.00, usually by 18 Nov 2026${late}`,
  });
  expect(link.getAttribute("href")).toBe("/payments/summary?status=on_the_way#payments");
  expect(calls.find(({ path }) => path === "/payments/summary")?.req.filter).toEqual({
    statuses: ["requested", "processing", "sent"],
  });
  vi.useRealTimers();
});

test("the next payment is shown alone if no payment is on the way", async () => {
  const calls = mockPortal({
    "/user/profile": owner,
    "/payments/months": { list: months, total: 12 },
    "/payments/balance": { ...balance, on_the_way: "0.00" },
  });
  renderInApp(<Balance mayEdit={false} />);
  const card = within(await screen.findByRole("region", { name: "Next payment" }));
  expect(card.queryByRole("link")).toBeNull();
  expect(calls.some(({ path }) => path === "/payments/summary")).toBe(false);
});

test("no payment can be requested below the minimum", async () => {
  mockPortal({
    "/user/profile": owner,
    "/payments/months": { list: months, total: 12 },
    "/payments/balance": { ...balance, withdrawable: "24.99" },
  });
  renderInApp(
    <>
      <RequestButton />
      <Balance mayEdit={false} />
    </>,
  );
  expect(await screen.findByText("USD 24.99")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Request payment" })).toBeNull();
});

test("without a schedule the balance says from which amount a payment can be requested", async () => {
  mockPortal({
    "/user/profile": owner,
    "/payments/months": { list: months, total: 12 },
    "/payments/balance": { ...balance, withdrawable: "24.99" },
  });
  renderInApp(<Balance mayEdit={false} />);
  expect(
    await screen.findByText("You can request a payment once USD 25.00 can be withdrawn."),
  ).toBeTruthy();
});

test("a filter without matching settlements says so, and can be cleared", async () => {
  mockPortal({ "/user/profile": owner, "/payments/settlements": { list: [], total: 0 } });
  const search = vi.fn();
  renderInApp(<SettlementList search={{ state: "paid" }} onSearch={search} />);
  expect(await screen.findByText("No settlement matches")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(search).toHaveBeenCalledWith({});
});

test("a requested payment can be cancelled, but not one that is sent", async () => {
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

test("on a phone, a payment shows the day on which it was requested", async () => {
  mockPhone();
  const expected = { expected_date: "2126-11-29", expected_from: "past" } as const;
  mockPortal({
    "/user/profile": owner,
    "/payments/summary": { list: [{ ...payment, ...expected }], total: 1 },
  });
  renderInApp(<PaymentList search={{}} onSearch={() => {}} />);
  const link = await screen.findByRole("link", { name: "700001" });
  expect(link.closest("tr")?.textContent).toMatch(
    /Usually by 29 Nov 2126.*Requested 20 Nov 2026, 10:00/,
  );
});

test("a settlement says why it waits", async () => {
  mockPortal({ "/user/profile": owner, "/payments/settlements": { list: [settlement], total: 1 } });
  renderInApp(<SettlementList search={{}} onSearch={() => {}} />);
  expect(await screen.findByText("Oct 2026")).toBeTruthy();
  expect(screen.getByText("Waits for brand")).toBeTruthy();
});

test("a settlement that waits says for how long, and how late its brand is", async () => {
  const late = {
    ...settlement,
    expected_date: "2026-01-12",
    expected_from: "past",
  } satisfies Settlement;
  mockPortal({
    "/user/profile": owner,
    "/payments/settlements": { list: [late], total: 1 },
  });
  renderInApp(<SettlementList search={{}} onSearch={() => {}} />);
  expect((await screen.findByText(/Usually by 12 Jan 2026/)).textContent).toMatch(/days late$/);
});

test("a payment shows that its orders add up, or what differs", async () => {
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
    "/payments/details": { list: [detail], total: 1, proof: [proof], progress: [] },
  });
  renderInApp(<PaymentParts search={{ payment_id: 700001 }} onSearch={() => {}} />);
  const sum = await screen.findByRole("table", { name: "Payment 700001 added up" });
  expect(rowsOf(sum)).toEqual([
    "Commission of its orders USD 30.00",
    "equals The payment Adds up USD 30.00",
  ]);
  expect(await screen.findByText("Payment 700001 failed: account closed")).toBeTruthy();

  const wrong = { settlement_id: 500001, expected: "30.00", found: "29.00" };
  mockPortal({
    "/user/profile": owner,
    "/payments/summary": { list: [], total: 0 },
    "/payments/details": {
      list: [detail],
      total: 1,
      proof: [{ ...proof, orders: "29.00", gross: "29.50", differences: [wrong] }],
      progress: [],
    },
  });
  renderInApp(<PaymentParts search={{ payment_id: 700001 }} onSearch={() => {}} />);
  expect(await screen.findByText("Settlement 500001: USD 29.00 instead of USD 30.00")).toBeTruthy();
  const differing = screen.getAllByRole("table", { name: "Payment 700001 added up" }).at(-1);
  expect(rowsOf(differing as HTMLElement).slice(2)).toEqual([
    "equals Its settlements USD 1.00 too much USD 30.00",
    "equals The payment USD 0.50 too little USD 29.50",
  ]);
});

test("fee and VAT are shown between a payment's settlements and the amount that arrives", async () => {
  const proof = {
    ...{ payment_id: 700001, gross: "30.00", settlements: "30.00", orders: "25.00" },
    ...{ bonuses: "5.00", currency: "USD", differences: [] },
  };
  const taxed: Payment = { ...payment, fee: "1.50", vat: "5.70", net: "34.20" };
  mockPortal({
    "/user/profile": owner,
    "/payments/summary": { list: [taxed], total: 1 },
    "/payments/details": { list: [detail], total: 1, proof: [proof], progress: [] },
  });
  renderInApp(<PaymentParts search={{ payment_id: 700001 }} onSearch={() => {}} />);

  expect(rowsOf(await screen.findByRole("table", { name: "Payment 700001 added up" }))).toEqual([
    "Commission of its orders USD 25.00",
    "plus Bonuses and adjustments USD 5.00",
    "equals The payment Adds up USD 30.00",
    "plus VAT USD 5.70",
    "minus Fee USD 1.50",
    "equals You receive Adds up USD 34.20",
  ]);
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

  await waitFor(() => expect(click).toHaveBeenCalled());
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
  expect(await screen.findByText("Adds up")).toBeTruthy();
  const link = await screen.findByRole("link", { name: "A-1" });
  expect(link.getAttribute("href")).toBe("/reports/transactions?oid=9001");
  const facts = within(screen.getByRole("region", { name: "Settlement 500001" }));
  for (const fact of ["Acme", "October 2026", "Waits for brand", "USD 30.00", "Times in UTC"]) {
    expect(facts.getByText(fact)).toBeTruthy();
  }
});

test("a missing permission for payments is reported once, without a chart", async () => {
  mockPortal({
    "/user/profile": maya,
    "/payments/balance": new Refusal(NOT_ALLOWED, "Not allowed"),
  });
  renderInApp(<Balance mayEdit={false} />);

  expect(await screen.findAllByRole("alert")).toHaveLength(1);
  expect(screen.queryByRole("figure")).toBeNull();
});

test("payments on the way and payments of a month are requested by filter", async () => {
  const calls = mockPortal({ "/user/profile": owner, "/payments/summary": { list: [], total: 0 } });
  renderInApp(
    <PaymentList search={{ status: "on_the_way", paid_month: "2025-01" }} onSearch={() => {}} />,
  );

  expect(await screen.findByText("No payment matches")).toBeTruthy();
  const filters = within(screen.getByRole("group", { name: "Filters" }));
  expect(filters.getByText("On the way")).toBeTruthy();
  expect(filters.getByText("January 2025")).toBeTruthy();
  expect(calls.find(({ path }) => path === "/payments/summary")?.req.filter).toEqual({
    statuses: ["requested", "processing", "sent"],
    paid_month: "2025-01",
  });
});
