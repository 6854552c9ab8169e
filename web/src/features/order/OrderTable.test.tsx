import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Figures, Order, TransactionFilter, Transactions } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { OrderTable } from "./OrderTable";

const one = { oid: 1, brand_name: "Acme", status: "Pending", sale_amount: "10.00" };
const amounts = { sale_comm: "1.00", matched_amount: "10.00", matched_comm: "1.00" };
const row = { ...one, ...amounts, currency: "USD", report_currency: "USD" } as Order;
const sums = { orders: 1, sales: "10.00", commission: "1.00", currency: "USD" } as Figures;
const nothing = () => {};

function renderOrders(answer: Partial<Transactions>, filter: Partial<TransactionFilter> = {}) {
  mockPortal({
    "/user/profile": maya,
    "/site/list": { list: [], total: 0, next: null },
    "/reports/transactions": {
      ...{ list: [row], total: 1, next: null, totals: sums, time_zone: "UTC" },
      ...answer,
    },
  });
  renderInApp(
    <OrderTable
      ask={{ filter: { start_date: "2026-11-01", end_date: "2026-11-20", ...filter } }}
      zone="UTC"
      filtered
      opened={undefined}
      sort="-order_time"
      onSort={() => {}}
      onOpen={nothing}
      onPage={nothing}
      onClear={nothing}
      onLonger={nothing}
    />,
  );
}

test("sums and the number of orders stand below", async () => {
  renderOrders({});

  expect(await screen.findByText("Total 1")).toBeTruthy();
  expect(screen.getByText("Total")).toBeTruthy();
});

test("too many to add up are told, with what to do", async () => {
  renderOrders({ total: 100_001, totals: null });

  expect(
    await screen.findByText("More than 100,000 orders. Choose a shorter period to see totals."),
  ).toBeTruthy();
  expect(screen.queryByText("Total")).toBeNull();
});

test("a search that finds nothing says to check what was searched for", async () => {
  renderOrders({ list: [], total: 0 }, { keyword: "A-1001" });

  expect(await screen.findByText(/Check the number you searched for, or clear/)).toBeTruthy();
});

test("a status says what of an order it means, where that is not the whole", async () => {
  const part = { ...row, matched_amount: "4.00", matched_comm: "1.00" };
  renderOrders({ list: [part] }, { status: "approved" });

  const said = await screen.findByText("of which approved", { exact: false });
  expect(said.textContent).toBe("of which approved $4.00");
  expect(screen.getAllByText("of which", { exact: false })).toHaveLength(1);
});
