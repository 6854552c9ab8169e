import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { AccountClosing } from "@/api/gen/types.gen";
import { mockPortal, renderInApp } from "@/testing/portal";

import { CloseAccountPanel } from "./CloseAccountPanel";

const nothing: AccountClosing = {
  pending: "0.00",
  approved: "0.00",
  withdrawable: "0.00",
  requested: "0.00",
  on_the_way: "0.00",
  needs_you: "0.00",
  currency: "EUR",
  links: 0,
  postbacks: 0,
  mailed_views: 0,
  members: 0,
  stays_open: false,
  leaves: [],
};

async function open(left: Partial<AccountClosing>) {
  mockPortal({ "/user/closing": { ...nothing, ...left } });
  renderInApp(<CloseAccountPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Close account" }));
  return within(await screen.findByRole("dialog"));
}

test("the dialog for closing an account names the effects on money, links, postbacks and mails", async () => {
  const dialog = await open({
    pending: "12.50",
    withdrawable: "80.00",
    on_the_way: "40.00",
    links: 3,
    postbacks: 1,
    mailed_views: 2,
    members: 2,
  });

  await dialog.findByText("Part of your money could not be paid out any more");
  const lines = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringContaining("12.50 is pending"),
    expect.stringContaining("80.00 can be withdrawn now, but not afterwards"),
    expect.stringContaining("40.00 is on its way, and still arrives"),
    expect.stringContaining("3 links still lead visitors"),
    expect.stringContaining("1 postback keeps sending"),
    expect.stringContaining("2 saved views are no longer mailed"),
    expect.stringContaining("2 other members of your team lose access"),
  ]);
});

test("one of two owners closes only their own account", async () => {
  const dialog = await open({ pending: "12.50", links: 3, members: 1, stays_open: true });

  expect(await dialog.findByText(/only your own account is closed/)).toBeTruthy();
  expect(dialog.queryByText(/is pending/)).toBeNull();
});

test("who closes their account is told which other publishers they leave", async () => {
  const dialog = await open({ stays_open: true, leaves: ["Reed Media", "Fern"] });

  expect(await dialog.findByText(/stop working for Reed Media, Fern/)).toBeTruthy();
});

test("closing an account does not show money as lost that will still be paid", async () => {
  const dialog = await open({ on_the_way: "40.00" });

  expect(await dialog.findByText("Your money")).toBeTruthy();
  expect(dialog.queryByText(/could not be paid out/)).toBeNull();
});

test("closing an account without money or links asks for the password alone", async () => {
  const dialog = await open({});

  await dialog.findByLabelText("Your password");
  expect(dialog.queryByRole("listitem")).toBeNull();
});
