import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Figures, Order, TransactionFilter, Transactions } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { OrderTable } from "./OrderTable";

const one = { oid: 1, brand_name: "Acme", status: "Pending", sale_amount: "10.00" };
const amounts = { sale_comm: "1.00", matched_amount: "10.00", matched_comm: "1.00" };
const row = { ...one, ...amounts, currency: "USD", report_currency: "USD" } as Order;
const sums = { orders: 1, sales: "10.00", commission: "1.00", currency: "USD" } as Figures;

const DAYS = { start_date: "2026-11-01", end_date: "2026-11-20" };

function renderOrders(answer: Partial<Transactions>, filter: Partial<TransactionFilter> = {}) {
  mockPortal({
    "/user/profile": maya,
    "/site/list": { list: [], total: 0, next: null },
    "/reports/transactions": {
      ...{ list: [row], total: 1, next: null, totals: sums, time_zone: "UTC" },
      as_of: "2026-11-24T10:00:05Z",
      ...answer,
    },
  });
  renderInApp(
    <OrderTable
      search={{ keyword: filter.keyword ?? undefined }}
      ask={{ filter: { ...DAYS, ...filter }, page: { perPage: 20 } }}
      zone="UTC"
      onSearch={() => {}}
    />,
  );
}

test("the order list has sums and the number of orders in its footer", async () => {
  renderOrders({});

  expect(await screen.findByText("Total 1")).toBeTruthy();
  expect(screen.getByText("Total")).toBeTruthy();
});

test("the order list says what to do if there are too many orders to add up", async () => {
  renderOrders({ total: 100_001, totals: null });

  expect(
    await screen.findByText("More than 100,000 orders. Choose a shorter period to see totals."),
  ).toBeTruthy();
  expect(screen.queryByText("Total")).toBeNull();
});

test("a search for orders without results suggests to check the search, or to ask why", async () => {
  renderOrders({ list: [], total: 0 }, { keyword: "A-1001" });

  expect(await screen.findByText(/Check the number you searched for, or clear/)).toBeTruthy();
  const ask = screen.getByRole("link", { name: "Why is an order missing?" });
  expect(ask.getAttribute("href")).toBe("/reports/why?order_id=A-1001");
});

test("the order list filtered by status shows the amount of the matching items", async () => {
  const part = { ...row, matched_amount: "4.00", matched_comm: "1.00" };
  renderOrders({ list: [part] }, { status: "approved" });

  const said = await screen.findByText("of which approved", { exact: false });
  expect(said.textContent).toBe("of which approved USD\u00a04.00");
  expect(screen.getAllByText("of which", { exact: false })).toHaveLength(1);
});

test("an order without an exchange rate is marked and has no commission", async () => {
  const nulls = { sale_comm: null, matched_comm: null, report_amount: null, report_comm: null };
  const unrated = { ...row, ...nulls, report_currency: "EUR", unrated: true } as Order;
  renderOrders({ list: [unrated] });

  expect(await screen.findByText("Not rated yet")).toBeTruthy();
  expect(screen.getAllByText("USD 10.00").length).toBeGreaterThan(0);
});
