import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { StaffAccount } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { StaffTab } from "./StaffTab";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["staff.edit"],
  default_site: null,
} as User;
const member: StaffAccount = {
  id: 77,
  username: "staff-1a2b",
  email: "kim@example.com",
  invited: false,
  two_step: true,
  locked: false,
  lock_reason: null,
  new_password_due: false,
  created_at: "2026-11-01T10:00:00Z",
  last_seen: null,
};
const renderStaff = (rows: StaffAccount[] = [member]) => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [], total: 0, next: null },
    "/staff/list": { list: rows, total: rows.length, next: null },
    "/staff/add": { id: 78 },
    "/staff/lock": null,
    "/staff/reset": null,
  });
  renderInApp(<StaffTab search={{}} onSearch={() => {}} />);
  return calls;
};

beforeEach(() => sessionStorage.clear());

test("an operator locks out a colleague with the operator's own password", async () => {
  const calls = renderStaff();
  await userEvent.click(await screen.findByRole("button", { name: "Actions for kim@example.com" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Lock" }));
  const dialog = await screen.findByRole("dialog", { name: "Lock kim@example.com" });
  await userEvent.type(within(dialog).getByLabelText("Your password"), "my own password");
  await userEvent.click(within(dialog).getByRole("button", { name: "Lock" }));

  expect(await screen.findByText("kim@example.com is locked")).toBeTruthy();
  expect(attributesOf(calls, "/staff/lock")).toEqual([
    { id: 77, locked: true, password: "my own password" },
  ]);
});

test("an operator adds a colleague by email", async () => {
  const calls = renderStaff();
  await userEvent.click(await screen.findByRole("button", { name: "Add a colleague" }));
  const dialog = await screen.findByRole("dialog", { name: "Add a colleague" });
  await userEvent.type(within(dialog).getByLabelText("Email"), "lee@example.com");
  await userEvent.type(within(dialog).getByLabelText("Your password"), "my own password");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send invitation" }));

  expect(await screen.findByText("Invitation sent to lee@example.com")).toBeTruthy();
  expect(attributesOf(calls, "/staff/add")).toEqual([
    { email: "lee@example.com", password: "my own password" },
  ]);
});

test("an operator has no actions on their own account", async () => {
  renderStaff([{ ...member, id: operator.id }]);
  expect(await screen.findByText("You")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Actions for/ })).toBeNull();
});
