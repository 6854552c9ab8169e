import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { NetworkAccount } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { CommandPalette } from "./lazy/CommandPalette";
import { operatorGroups } from "./lazy/operatorEntries";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["order.edit"],
  default_site: null,
} as User;
const account = {
  uid: 100001,
  publisher: "Lindqvist Media",
  email: "maya@example.com",
} as NetworkAccount;
const nothing = { brands: [], orders: [], payments: [], links: [], channels: [] };

const entriesOf = (typed: string, user = operator) =>
  operatorGroups(user, typed, []).flatMap(({ entries }) =>
    entries.map(({ label, link }) => [label, link] as const),
  );

test.each([
  ["settle", "Settlements", { to: "/network/settlements" }],
  ["network payments", "Payments", { to: "/network/payments" }],
  ["order files", "Order files", { to: "/network/imports" }],
  [
    "A-77",
    "Orders with the number “A-77”",
    { to: "/network/orders", search: { order_id: "A-77" } },
  ],
  [
    "order A-77",
    "Orders with the number “A-77”",
    { to: "/network/orders", search: { order_id: "A-77" } },
  ],
])("an operator who types %s finds %s", (typed, label, link) => {
  expect(entriesOf(typed)).toEqual([[label, link]]);
});

test("the search offers an operator only permitted pages of the network, and none to a publisher", () => {
  expect(entriesOf("staff")).toEqual([]);
  expect(entriesOf("", maya)).toEqual([]);
});

test("an operator finds publishers by name or email", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/home/search": nothing,
    "/network/accounts": { list: [account], total: 1, next: null },
  });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "maya@");

  expect(
    await screen.findByRole("button", { name: /Lindqvist Media.*maya@example\.com/ }),
  ).toBeTruthy();
  const searches = () => calls.filter(({ path }) => path === "/network/accounts");
  await expect.poll(() => searches().at(-1)?.req.filter).toEqual({ keyword: "maya@" });
});

test("a failed search of publishers is reported", async () => {
  mockPortal({
    "/user/profile": operator,
    "/home/search": nothing,
    "/network/accounts": new Refusal(21005, "Not available"),
  });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "maya");

  expect(await screen.findByText("Publishers could not be searched")).toBeTruthy();
});
