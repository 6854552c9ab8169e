import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { NetworkAccount } from "@/api/gen/types.gen";
import type { User } from "@/api/roles";
import { Network } from "@/features/network/page/Network";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

const operator = { ...maya, roles: ["operator"], default_site: null } as User;
const tom: NetworkAccount = {
  uid: 1002,
  publisher: "Tom's blog",
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
const shown = (row: NetworkAccount = tom) => {
  const asked = mockPortal({
    "/user/profile": operator,
    "/network/accounts": { list: [row], total: 1, next: null },
    "/network/two_step_end": null,
    "/network/account_lock": null,
  });
  renderInApp(<Network search={{ tab: "publishers" }} onSearch={() => {}} />);
  return asked;
};
const act = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};
const sent = (asked: ReturnType<typeof mockPortal>, path: string) =>
  asked.filter((each) => each.path === path).map(({ req }) => req.attributes);

beforeEach(() => sessionStorage.clear());

test("a lost second step is turned off with a reason, and not without", async () => {
  const asked = shown();

  await act("Turn off two-step sign-in");
  const dialog = await screen.findByRole("dialog", { name: "Turn off two-step sign-in for tom" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));
  expect(within(dialog).getByText("Enter a reason")).toBeTruthy();
  expect(sent(asked, "/network/two_step_end")).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText("Reason"), "Lost the phone");
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off" }));

  expect(await screen.findByText("Two-step sign-in is off for tom")).toBeTruthy();
  expect(sent(asked, "/network/two_step_end")).toEqual([{ uid: 1002, reason: "Lost the phone" }]);
});

test("without a second step there is none to turn off", async () => {
  shown({ ...tom, two_step: false });
  await userEvent.click(await screen.findByRole("button", { name: "Actions for tom" }));
  await screen.findByRole("menuitem", { name: "Lock" });
  expect(screen.queryByRole("menuitem", { name: "Turn off two-step sign-in" })).toBeNull();
});

test("a locked publisher says why, and is unlocked", async () => {
  const asked = shown({ ...tom, locked: true, lock_reason: "A question" });
  expect(await screen.findByText("A question")).toBeTruthy();
  await act("Unlock");
  expect(await screen.findByText("tom is unlocked")).toBeTruthy();
  expect(sent(asked, "/network/account_lock")).toEqual([{ uid: 1002, kind: "unlock" }]);
});
