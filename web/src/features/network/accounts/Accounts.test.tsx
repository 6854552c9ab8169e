import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type {
  AccountInfo,
  NetworkAccount,
  NetworkChange,
  NetworkRelationship,
  NetworkSite,
} from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { AccountsTab } from "./AccountsTab";

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
    "/network/two_step_end": { waits_until: "2026-11-30T10:00:00Z" },
    "/network/account_lock": null,
    "/auth/sign_in_admin": { url: "https://portal.example/autologin?code=x", expires_at: "" },
  });
  renderInApp(<AccountsTab search={{}} onSearch={() => {}} />);
  return calls;
};
const act = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};

beforeEach(() => sessionStorage.clear());

test("an operator turns a lost second step off only with a reason", async () => {
  const calls = renderAccounts();

  await act("Turn off two-step sign-in");
  const dialog = await screen.findByRole("dialog", { name: "Turn off two-step sign-in for tom" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
  expect(within(dialog).getByText("Enter a reason")).toBeTruthy();
  expect(attributesOf(calls, "/network/two_step_end")).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Lost the phone");
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));

  expect(
    await screen.findByText("Two-step sign-in will be off for tom in three days"),
  ).toBeTruthy();
  expect(attributesOf(calls, "/network/two_step_end")).toEqual([
    { uid: 1002, reason: "Lost the phone" },
  ]);
});

test("an account without a second step does not offer to turn it off", async () => {
  renderAccounts({ ...tom, two_step: false });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await screen.findByRole("menuitem", { name: "Lock" });
  expect(screen.queryByRole("menuitem", { name: "Turn off two-step sign-in" })).toBeNull();
});

test("a locked publisher is shown with the reason, and can be unlocked", async () => {
  const calls = renderAccounts({ ...tom, locked: true, lock_reason: "A question" });
  expect(await screen.findByText("A question")).toBeTruthy();
  await act("Unlock");
  expect(await screen.findByText("tom is unlocked")).toBeTruthy();
  expect(attributesOf(calls, "/network/account_lock")).toEqual([{ uid: 1002, kind: "unlock" }]);
});

test("an operator with the permission signs in as a publisher from the list", async () => {
  const calls = renderAccounts(tom, ["account.impersonate"]);
  await act("Sign in as this publisher");
  const dialog = within(await screen.findByRole("dialog", { name: "Sign in as a publisher" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Publisher ID or email").value).toBe("1002");
  await userEvent.type(dialog.getByLabelText("Reason"), "A question");
  await userEvent.type(dialog.getByLabelText("Your password"), "a long password");
  await userEvent.click(dialog.getByRole("button", { name: "Make a sign-in link" }));

  expect(await dialog.findByDisplayValue("https://portal.example/autologin?code=x")).toBeTruthy();
  expect(attributesOf(calls, "/auth/sign_in_admin")).toEqual([
    { uid: 1002, reason: "A question", password: "a long password", account: "maya" },
  ]);
});

test.each([
  [tom, []],
  [{ ...tom, locked: true }, ["account.impersonate"]],
])(
  "signing in as a publisher is not offered without the permission or for a locked one",
  async (row, permissions) => {
    renderAccounts(row, permissions);
    await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
    await screen.findByRole("menuitem", { name: row.locked ? "Unlock" : "Lock" });
    expect(screen.queryByRole("menuitem", { name: "Sign in as this publisher" })).toBeNull();
  },
);

const info: AccountInfo = {
  ...tom,
  nickname: "Tom",
  phone: "",
  language: "en",
  company: null,
  time_zone: "Europe/Berlin",
  referred_by: 1001,
  last_seen: "2026-11-20T10:00:00Z",
  channels: 1,
  brands_joined: 1,
  members: [
    { id: 8, username: "tom", email: "tom@example.com", role: "owner", two_step: false },
    { id: 9, username: "kim", email: "kim@example.com", role: "finance", two_step: true },
  ],
};
const change = {
  id: 5,
  uid: 1002,
  kind: "email",
  publisher: "Tom's blog",
  member: "kim",
  method: null,
  before: "k•••@example.com",
  after: "t•••@example.com",
  changed_by: "kim",
  reason: null,
  changed_at: "2026-11-27T10:00:00Z",
  waits_until: "2026-11-30T10:00:00Z",
  applied: true,
  needs_session: false,
  stopped_at: null,
  hastened_by: "Dana",
  hastened_reason: "Called back",
} satisfies NetworkChange;

test("the drawer shows what waits, and ends a wait or stops a change with a reason", async () => {
  const calls = mockPortal({
    "/user/profile": { ...operator, permissions: [] },
    "/network/accounts": { list: [tom], total: 1, next: null },
    "/network/account_info": info,
    "/network/changes": { list: [change], total: 1, next: null },
    "/network/change_hasten": { done: true },
    "/network/change_stop": { held_until: "2026-11-30T10:00:00Z" },
    "/network/two_step_end": { waits_until: "2026-11-30T10:00:00Z" },
  });
  renderInApp(<AccountsTab search={{ look: "1002" }} onSearch={() => {}} />);
  const drawer = within(await screen.findByRole("dialog", { name: "Tom's blog" }));
  expect(await drawer.findByText("The email address of kim was changed")).toBeTruthy();
  expect(drawer.getByText("Dana asks to end the wait: Called back")).toBeTruthy();

  for (const [button, confirm, path, said] of [
    ["End the wait: ", "End the wait", "/network/change_hasten", "The wait is over"],
    ["Stop: ", "Stop", "/network/change_stop", "The change is stopped"],
  ] as const) {
    const name = `${button}The email address of kim was changed`;
    await userEvent.click(drawer.getByRole("button", { name }));
    const dialog = within(await screen.findByRole("dialog", { name }));
    await userEvent.type(dialog.getByLabelText("Reason"), "Called back at the contract's number");
    await userEvent.click(dialog.getByRole("button", { name: confirm }));
    expect(await screen.findByText(said)).toBeTruthy();
    expect(attributesOf(calls, path)).toEqual([
      { uid: 1002, id: 5, reason: "Called back at the contract's number" },
    ]);
  }
});

test("the second step of any member can be ended with a reason", async () => {
  const calls = mockPortal({
    "/user/profile": { ...operator, permissions: [] },
    "/network/accounts": { list: [tom], total: 1, next: null },
    "/network/account_info": info,
    "/network/changes": { list: [], total: 0, next: null },
    "/network/two_step_end": { waits_until: "2026-11-30T10:00:00Z" },
  });
  renderInApp(<AccountsTab search={{ look: "1002" }} onSearch={() => {}} />);
  const name = "Turn off two-step sign-in for kim";
  await userEvent.click(await screen.findByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog", { name }));
  await userEvent.type(dialog.getByLabelText("Reason"), "Lost the phone");
  await userEvent.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(
    await screen.findByText("Two-step sign-in will be off for kim in three days"),
  ).toBeTruthy();
  expect(attributesOf(calls, "/network/two_step_end")).toEqual([
    { uid: 1002, account_id: 9, reason: "Lost the phone" },
  ]);
});

test("the drawer of a publisher shows its company and channels, with links to its own lists", async () => {
  const site = { uid: 1002, site_id: 5, name: "Blog", website: "https://blog.example", status: 1 };
  const joined = { ...site, mcid: "acme", brand_name: "Acme", site_name: "Blog", status: 2 };
  const calls = mockPortal({
    "/user/profile": {
      ...operator,
      permissions: ["site.review", "relationship.review", "order.edit", "settlement.edit"],
    },
    "/network/accounts": { list: [tom], total: 1, next: null },
    "/network/account_info": info,
    "/network/changes": { list: [], total: 0, next: null },
    "/network/sites": { list: [site as NetworkSite], total: 1, next: null },
    "/network/relationships": {
      list: [{ ...joined, applied_at: "2026-11-20T10:00:00Z" } as unknown as NetworkRelationship],
      total: 1,
      next: null,
    },
    "/network/orders": { list: [], total: 0, next: null },
  });
  renderInApp(<AccountsTab search={{ look: "1002" }} onSearch={() => {}} />);
  const drawer = within(await screen.findByRole("dialog", { name: "Tom's blog" }));
  const target = async (name: string) =>
    decodeURIComponent((await drawer.findByRole("link", { name })).getAttribute("href") ?? "");

  expect(await drawer.findByText("Europe/Berlin")).toBeTruthy();
  expect(await target("Blog")).toBe("/network/reviews?look=1002+5");
  expect(await target("Acme")).toBe("/network/reviews?look=1002+5+acme");
  expect(await target("All channels")).toBe("/network/reviews?uid=1002&show=all");
  expect(await target("All orders")).toBe("/network/orders?uid=1002");
  expect(await target("Settlements")).toBe("/network/settlements?uid=1002");
  expect(await drawer.findByText("No orders yet")).toBeTruthy();
  expect(drawer.queryByText("Latest payments")).toBeNull();
  expect(calls.find(({ path }) => path === "/network/sites")?.req.filter).toEqual({ uid: 1002 });
  expect(calls.some(({ path }) => path === "/network/payments")).toBe(false);
});
