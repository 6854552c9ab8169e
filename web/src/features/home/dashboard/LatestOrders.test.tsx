import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Order } from "@/api/gen/types.gen";
import { renderInApp } from "@/testing/portal";

import { LatestOrders } from "./LatestOrders";

const order = {
  ...{ oid: 7, order_id: "A-7", brand_name: "Acme", status: "Approved" },
  ...{ order_time: "2026-11-20T10:00:00Z", currency: "EUR", report_currency: "GBP" },
  ...{ sale_amount: "100.00", sale_comm: "10.00", report_amount: "87.00", report_comm: "8.70" },
} as Order;

test("the amount of a recent order in another currency is also shown in the report currency", async () => {
  renderInApp(<LatestOrders orders={[order]} zone="UTC" />);

  const row = within((await screen.findByText("Approved")).closest("tr") as HTMLElement);
  for (const text of ["EUR 100.00", "GBP 87.00", "EUR 10.00", "GBP 8.70"]) {
    expect(row.getByText(text)).toBeTruthy();
  }
});

test("the amount of a recent order in the report currency is shown once", async () => {
  renderInApp(<LatestOrders orders={[{ ...order, report_currency: "EUR" }]} zone="UTC" />);

  expect(await screen.findByText("EUR 10.00")).toBeTruthy();
  expect(screen.queryByText("GBP 8.70")).toBeNull();
});

test("a row of recent orders opens its order wherever it is touched", async () => {
  renderInApp(<LatestOrders orders={[order]} zone="UTC" />);
  const link = await screen.findByRole("link", { name: "20 Nov 2026, 10:00" });
  let opened = 0;
  link.addEventListener("click", () => {
    opened += 1;
  });

  await userEvent.click(screen.getByText("Approved"));

  expect(link.getAttribute("href")).toBe("/reports/transactions?oid=7");
  expect(opened).toBe(1);
});
