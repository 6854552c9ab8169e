import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Item, NetworkOrder, NetworkOrderInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { OrderDecision } from "./OrderDecision";
import { OrdersTab } from "./OrdersTab";

const operator = { ...maya, roles: ["operator"], default_site: null } as User;
const bought = {
  uid: 1001,
  publisher: "Maya",
  oid: 7,
  order_id: "A-7",
  mcid: "acme",
  brand_name: "Acme",
  order_time: "2026-11-20T10:00:00Z",
  currency: "GBP",
  sale_amount: "10.00",
  sale_comm: "1.00",
  status: "Pending",
  test_order: false,
  items: 1,
} as NetworkOrder;
const other = { ...bought, oid: 8, order_id: "A-8", sale_comm: "0.10" };
const foreign = {
  ...bought,
  oid: 9,
  order_id: "A-9",
  sale_comm: "1234567890123456.05",
  currency: "EUR",
};

test("selected orders are approved after a preview, and the outcome is shown", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/orders": { list: [bought, other, foreign], total: 3, next: null },
    "/network/orders_review": {
      list: [
        { oid: 7, outcome: "updated", reason: null },
        { oid: 8, outcome: "updated", reason: null },
        { oid: 9, outcome: "refused", reason: "there is no such order" },
      ],
      left: 0,
    },
  });
  renderInApp(<OrdersTab search={{}} onSearch={() => {}} />);

  await userEvent.click(
    await screen.findByRole("checkbox", { name: "Select all rows on this page" }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  expect(attributesOf(calls, "/network/orders_review")).toEqual([]);
  const dialog = within(await screen.findByRole("dialog", { name: "Approve 3 orders" }));
  expect(dialog.getByText(/is GBP 1\.10 and EUR 1,234,567,890,123,456\.05\.$/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Approve 3 orders" }));

  expect(await screen.findByText("2 orders approved, 1 order refused")).toBeTruthy();
  expect(screen.getByText("A-9: there is no such order")).toBeTruthy();
  expect(attributesOf(calls, "/network/orders_review")).toEqual([
    { oids: [7, 8, 9], status: "Approved" },
  ]);
});

test("rejecting orders asks for a reason, for a note where it needs one, and is reported", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/orders": { list: [bought], total: 1, next: null },
    "/network/orders_review": { list: [{ oid: 7, outcome: "updated", reason: null }], left: 0 },
  });
  renderInApp(<OrdersTab search={{}} onSearch={() => {}} />);

  await userEvent.click(await screen.findByRole("checkbox", { name: "Select A-7" }));
  await userEvent.click(screen.getByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject the order" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reject the order" }));
  expect(dialog.getAllByText("Choose a reason").length).toBeGreaterThan(0);
  expect(attributesOf(calls, "/network/orders_review")).toEqual([]);
  await userEvent.click(dialog.getByRole("combobox", { name: "Reason" }));
  await userEvent.click(await screen.findByRole("option", { name: "Breach of terms" }));
  await userEvent.click(dialog.getByRole("button", { name: "Reject the order" }));
  expect(attributesOf(calls, "/network/orders_review")).toEqual([]);
  await userEvent.type(dialog.getByLabelText("Note"), "Own brand bids");
  await userEvent.click(dialog.getByRole("button", { name: "Reject the order" }));

  expect(await screen.findByText("1 order rejected")).toBeTruthy();
  expect(attributesOf(calls, "/network/orders_review")).toEqual([
    { oids: [7], status: "Rejected", reason_code: "terms_breach", note: "Own brand bids" },
  ]);
});

const item = { item_id: "1", status: "Pending", sale_comm: "1.00" } as Item;
const info = {
  ...bought,
  items: [item, { ...item, item_id: "2", status: "Rejected", sale_comm: "7.00" }],
} as unknown as NetworkOrderInfo;

test("the pending items of an order are decided in its details, and the other items stay", async () => {
  const calls = mockPortal({
    "/network/orders_review": { list: [{ oid: 7, outcome: "updated", reason: null }], left: 0 },
  });
  renderInApp(<OrderDecision info={info} />);

  await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve the order" }));
  expect(dialog.getByText(/commission is GBP 1\.00\.$/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Approve the order" }));

  expect(await screen.findByText("1 order approved")).toBeTruthy();
  const [sent] = calls.filter(({ path }) => path === "/network/orders_review");
  expect(sent?.req).toMatchObject({
    attributes: { status: "Approved" },
    filter: { uid: 1001, mcid: "acme", order_id: "A-7", status: "Pending" },
  });
});

test("an order without pending items offers no decision", async () => {
  mockPortal({});
  renderInApp(
    <>
      <OrderDecision info={{ ...info, items: [{ ...item, status: "Approved" }] }} />
      end
    </>,
  );

  expect(await screen.findByText("end")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
