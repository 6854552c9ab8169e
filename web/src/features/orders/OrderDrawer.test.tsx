import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { OrderStory } from "@/api/gen/types.gen";
import { mockPortal, renderInApp } from "@/testing/portal";

import { OrderDrawer } from "./OrderDrawer";

const sites = { "/site/list": { list: [], total: 0, next: null } };
const story = {
  oid: 7,
  order_id: "A-7",
  brand_name: "Acme",
  site_id: 3,
  order_time: "2026-11-01T10:00:00Z",
  uid1: "guide",
  currency: "USD",
  rate: "0.8765432198",
  sale_amount: "100.00",
  sale_comm: "10.00",
  report_currency: "GBP",
  report_amount: "80.00",
  report_comm: "8.00",
  status: "Pending",
  items: [
    {
      item_id: "shoes",
      quantity: 2,
      sale_amount: "100.00",
      sale_comm: "10.00",
      comm_rate: "10",
      ori_amount: "120.00",
      status: "Pending",
      reason_code: "item_returned",
      expected_validation_date: "2099-12-09T00:00:00Z",
      settlement_id: null,
      paid: false,
    },
  ],
  timeline: [{ at: "2026-11-01T09:00:00Z", kind: "click", by: "" }],
} as unknown as OrderStory;

test("the drawer of an order shows both currencies, its items, and its past and upcoming steps", async () => {
  mockPortal({ ...sites, "/reports/transaction": story });
  renderInApp(<OrderDrawer oid={7} zone="UTC" onClose={() => {}} />);

  const drawer = await screen.findByRole("dialog", { name: "Order A-7" });
  expect(within(drawer).getByText("GBP 80.00")).toBeTruthy();
  expect(within(drawer).getByText("1 USD = 0.876543 GBP")).toBeTruthy();
  expect(
    within(drawer).getByText("Quantity 2 · 10% · originally USD 120.00 · item returned"),
  ).toBeTruthy();
  expect(within(drawer).getByText("Clicked on 3")).toBeTruthy();
  expect(within(drawer).getByText("Expected on 9 Dec 2099")).toBeTruthy();
});

test("the drawer of an order whose click was not counted says why", async () => {
  const timeline = [{ at: "2026-11-01T09:00:00Z", kind: "click", by: "", to: "bot" }];
  const visited = { ...story, timeline } as unknown as OrderStory;
  mockPortal({ ...sites, "/reports/transaction": visited });
  renderInApp(<OrderDrawer oid={7} zone="UTC" onClose={() => {}} />);

  expect(await screen.findByText("Clicked on 3: a bot, so the click is not counted")).toBeTruthy();
});

test("the drawer of an order shows the number by which other pages and files name it", async () => {
  mockPortal({ ...sites, "/reports/transaction": { ...story, oid: 700123 } });
  renderInApp(<OrderDrawer oid={700123} zone="UTC" onClose={() => {}} />);

  const drawer = await screen.findByRole("dialog", { name: "Order A-7" });
  expect(within(drawer).getByText("Our number")).toBeTruthy();
  expect(within(drawer).getByText("700123")).toBeTruthy();
});

test("an order counts as paid once its approved items are paid", async () => {
  const [item] = story.items ?? [];
  const items = [
    { ...item, item_id: "shoes", status: "Approved", paid: true },
    { ...item, item_id: "hat", status: "Rejected" },
  ];
  mockPortal({
    ...sites,
    "/reports/transaction": { ...story, status: "Approved", items } as OrderStory,
  });
  renderInApp(<OrderDrawer oid={7} zone="UTC" onClose={() => {}} />);

  const drawer = await screen.findByRole("dialog", { name: "Order A-7" });
  expect(within(drawer).queryByText("Approved")).toBeNull();
  expect(within(drawer).getAllByText("Paid")).toHaveLength(2);
});

test("an unknown order offers to show all orders", async () => {
  mockPortal({ ...sites, "/reports/transaction": new Refusal(21009, "Not found") });
  const onClose = vi.fn();
  renderInApp(<OrderDrawer oid={5} zone="UTC" onClose={onClose} />);

  await userEvent.click(await screen.findByRole("button", { name: "Show all orders" }));

  expect(onClose).toHaveBeenCalledOnce();
});

test("an order without an exchange rate says which rate is missing and what follows", async () => {
  const nulls = { rate: null, sale_comm: null, report_amount: null, report_comm: null };
  const unrated = { ...story, ...nulls, unrated: true } as unknown as OrderStory;
  mockPortal({ ...sites, "/reports/transaction": unrated });
  renderInApp(<OrderDrawer oid={7} zone="UTC" onClose={() => {}} />);

  const drawer = within(await screen.findByRole("dialog", { name: "Order A-7" }));
  expect(drawer.getAllByText("Not rated yet")).toHaveLength(2);
  expect(
    drawer.getByText(/^There is no exchange rate from USD to GBP for the day of this order/),
  ).toBeTruthy();
  expect(drawer.queryByText("GBP 80.00")).toBeNull();
});
