import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { NetworkAccount } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { Network } from "@/features/network/page/Network";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

const operator = { ...maya, roles: ["operator"], default_site: null } as User;
const tom: NetworkAccount = {
  uid: 1002,
  publisher: "Tom's blog",
  currency: "USD",
  username: "tom",
  email: "tom@example.com",
  email_verified: true,
  two_step: true,
  locked: false,
  lock_reason: null,
  new_password_due: false,
  closed: false,
  created_at: "2026-11-01T10:00:00Z",
};
const renderAccounts = (row: NetworkAccount = tom, permissions: string[] = []) => {
  const calls = mockPortal({
    "/user/profile": { ...operator, permissions },
    "/network/accounts": { list: [row], total: 1, next: null },
    "/network/two_step_end": null,
    "/network/account_lock": null,
    "/auth/sign_in_admin": { url: "https://portal.example/autologin?code=x", expires_at: "" },
  });
  renderInApp(<Network search={{ tab: "publishers" }} onSearch={() => {}} />);
  return calls;
};
const act = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};

beforeEach(() => sessionStorage.clear());

test("a lost second step is turned off with a reason, and not without", async () => {
  const calls = renderAccounts();

  await act("Turn off two-step sign-in");
  const dialog = await screen.findByRole("dialog", { name: "Turn off two-step sign-in for tom" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
  expect(within(dialog).getByText("Enter a reason")).toBeTruthy();
  expect(attributesOf(calls, "/network/two_step_end")).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Lost the phone");
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));

  expect(await screen.findByText("Two-step sign-in is off for tom")).toBeTruthy();
  expect(attributesOf(calls, "/network/two_step_end")).toEqual([
    { uid: 1002, reason: "Lost the phone" },
  ]);
});

test("without a second step there is none to turn off", async () => {
  renderAccounts({ ...tom, two_step: false });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await screen.findByRole("menuitem", { name: "Lock" });
  expect(screen.queryByRole("menuitem", { name: "Turn off two-step sign-in" })).toBeNull();
});

test("a locked publisher says why, and is unlocked", async () => {
  const calls = renderAccounts({ ...tom, locked: true, lock_reason: "A question" });
  expect(await screen.findByText("A question")).toBeTruthy();
  await act("Unlock");
  expect(await screen.findByText("tom is unlocked")).toBeTruthy();
  expect(attributesOf(calls, "/network/account_lock")).toEqual([{ uid: 1002, kind: "unlock" }]);
});

test("one of the staff who may signs in as the publisher of the row", async () => {
  const calls = renderAccounts(tom, ["account.impersonate"]);
  await act("Sign in as this publisher");
  const dialog = within(await screen.findByRole("dialog", { name: "Sign in as a publisher" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Publisher ID or email").value).toBe("1002");
  await userEvent.type(dialog.getByLabelText("Reason"), "A question");
  await userEvent.type(dialog.getByLabelText("Your password"), "a long password");
  await userEvent.click(dialog.getByRole("button", { name: "Create a link" }));

  expect(await dialog.findByDisplayValue("https://portal.example/autologin?code=x")).toBeTruthy();
  expect(attributesOf(calls, "/auth/sign_in_admin")).toEqual([
    { uid: 1002, reason: "A question", password: "a long password", account: "maya" },
  ]);
});

test.each([
  [tom, []],
  [{ ...tom, locked: true }, ["account.impersonate"]],
])("others do not, nor does anybody as one who is locked", async (row, permissions) => {
  renderAccounts(row, permissions);
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await screen.findByRole("menuitem", { name: row.locked ? "Unlock" : "Lock" });
  expect(screen.queryByRole("menuitem", { name: "Sign in as this publisher" })).toBeNull();
});
