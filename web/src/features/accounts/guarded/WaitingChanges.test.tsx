import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Refusal } from "@/api/call";
import type { ChangeKind, GuardedChange } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { OF_PAYMENTS, OF_TEAM, WaitingChanges } from "./WaitingChanges";

const change = (kind: ChangeKind, more: Partial<GuardedChange> = {}): GuardedChange => ({
  id: 5,
  kind,
  publisher: "Reed Media",
  member: "Kim",
  method: null,
  before: null,
  after: null,
  changed_by: "Kim",
  reason: null,
  changed_at: "2026-11-27T10:00:00Z",
  waits_until: "2026-11-30T10:00:00Z",
  applied: true,
  needs_session: false,
  ...more,
});

test("nothing is shown if nothing waits", async () => {
  const calls = mockPortal({ "/user/profile": maya, "/user/changes": { list: [] } });
  renderInApp(<WaitingChanges />);
  await expect.poll(() => calls.map(({ path }) => path)).toContain("/user/changes");
  expect(screen.queryByText("Changes that wait")).toBeNull();
});

test("a change is stopped after a question that says what that does", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/changes": { list: [change("transfer", { applied: false, after: "Kim" })] },
    "/user/change_stop": { held_until: "2026-11-30T12:00:00Z" },
  });
  renderInApp(<WaitingChanges kinds={OF_TEAM} />);
  expect(await screen.findByText("Kim will be made the owner of Reed Media")).toBeTruthy();
  expect(screen.getByText(/^It takes effect on/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /^Stop: Kim will be/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Stop this change" }));
  expect(dialog.getByText(/payments are held for three days/)).toBeTruthy();
  expect(attributesOf(calls, "/user/change_stop")).toEqual([]);

  await userEvent.click(dialog.getByRole("button", { name: "Stop this change" }));

  expect(await screen.findByText("The change is stopped and undone")).toBeTruthy();
  expect(attributesOf(calls, "/user/change_stop")).toEqual([{ id: 5 }]);
});

test("a change that somebody else stopped meanwhile says so", async () => {
  mockPortal({
    "/user/profile": maya,
    "/user/changes": { list: [change("email", { before: "m•••@example.com" })] },
    "/user/change_stop": new Refusal(21015, "This change was stopped already"),
  });
  renderInApp(<WaitingChanges />);
  await userEvent.click(await screen.findByRole("button", { name: /^Stop: The email address/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Stop this change" }));
  await userEvent.click(dialog.getByRole("button", { name: "Stop this change" }));
  expect(await screen.findByText(/was stopped already/)).toBeTruthy();
});

test("a page shows only its own kinds, and roles by their names", async () => {
  mockPortal({
    "/user/profile": maya,
    "/user/changes": {
      list: [
        change("payee", { member: null, method: "bank", after: "•••• 2051" }),
        change("role", { id: 6, before: "analyst", after: "finance" }),
      ],
    },
  });
  renderInApp(<WaitingChanges kinds={OF_TEAM} />);
  expect(await screen.findByText("Kim has a new role")).toBeTruthy();
  expect(screen.getByText("Finance")).toBeTruthy();
  expect(screen.queryByText(/payment method/)).toBeNull();
});

test("somebody with a new role reads until when they move no money", async () => {
  const kim = { ...maya, guarded_until: "2026-11-30T10:00:00Z" } as User;
  mockPortal({ "/user/profile": kim, "/user/changes": { list: [] } });
  renderInApp(<WaitingChanges kinds={OF_PAYMENTS} />);
  expect(await screen.findByText("Your role is new")).toBeTruthy();
});

test("staff who act as a publisher see what waits and stop nothing", async () => {
  const dana = { ...maya, impersonated_by: "Dana" } as User;
  mockPortal({ "/user/profile": dana, "/user/changes": { list: [change("email")] } });
  renderInApp(<WaitingChanges />);
  expect(await screen.findByText("The email address of Kim was changed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
});
