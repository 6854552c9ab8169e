import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Order, Transactions } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { FirstOrders } from "./FirstOrders";

const reader = { ...maya, permissions: ["report.read"] } as User;
const order = { oid: 5, order_id: "A-1", sale_comm: "1.20", currency: "USD" } as Order;
const answer = (...list: Order[]) => ({ list, total: list.length, next: null }) as Transactions;

test("the first order of a new link is shown once it arrives", async () => {
  const answers = [answer(), answer(order)];
  const calls = mockPortal({
    "/user/profile": reader,
    "/reports/transactions": () => answers.shift() ?? answer(order),
  });
  renderInApp(<FirstOrders linkId={7} />);

  await expect.poll(() => calls.some(({ path }) => path === "/reports/transactions")).toBe(true);
  expect(screen.queryByRole("link")).toBeNull();
  document.dispatchEvent(new Event("visibilitychange"));

  const link = await screen.findByRole("link", { name: "Order A-1: USD\u00a01.20 commission" });
  expect(link.getAttribute("href")).toBe("/reports/transactions?oid=5");
  expect(calls.find(({ path }) => path === "/reports/transactions")?.req.filter).toMatchObject({
    link_id: 7,
  });
});

test("first orders of a new link are not requested without permission for reports", async () => {
  const calls = mockPortal({ "/user/profile": { ...maya, permissions: [] } as unknown as User });
  renderInApp(<FirstOrders linkId={7} />);

  await expect.poll(() => calls.some(({ path }) => path === "/user/profile")).toBe(true);
  expect(calls.some(({ path }) => path === "/reports/transactions")).toBe(false);
});
