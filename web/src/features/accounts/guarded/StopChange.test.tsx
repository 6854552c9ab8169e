import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Refusal } from "@/api/call";
import type { GuardedChange } from "@/api/gen/types.gen";
import { useSession } from "@/api/session";
import { attributesOf, mockPortal, renderInApp } from "@/testing/portal";
import { StopChange } from "./StopChange";

const change: GuardedChange = {
  id: 5,
  kind: "payee",
  publisher: "Reed Media",
  member: null,
  method: "bank",
  before: "•••• 3000",
  after: "•••• 2051",
  changed_by: "Maya",
  reason: null,
  changed_at: "2026-11-27T10:00:00Z",
  waits_until: "2026-11-30T10:00:00Z",
  applied: true,
  needs_session: false,
};

beforeEach(() => {
  sessionStorage.clear();
  useSession.getState().forget();
});

test("the page shows the change and stops nothing until its button is pressed", async () => {
  const calls = mockPortal({
    "/auth/change_check": change,
    "/auth/change_stop": { held_until: "2026-11-30T12:00:00Z" },
  });
  renderInApp(<StopChange token="a-link" />);
  expect(
    await screen.findByRole("heading", { name: "A payment method of Reed Media was changed" }),
  ).toBeTruthy();
  expect(screen.getByText("Bank account")).toBeTruthy();
  expect(screen.getByText("•••• 2051")).toBeTruthy();
  expect(screen.getByText("•••• 3000")).toBeTruthy();
  expect(attributesOf(calls, "/auth/change_stop")).toEqual([]);

  await userEvent.click(screen.getByRole("button", { name: "Stop this change" }));

  expect(await screen.findByText("The change is stopped")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose a new password" })).toBeTruthy();
  expect(attributesOf(calls, "/auth/change_stop")).toEqual([{ token: "a-link" }]);
});

test("details that were stopped before are stopped by somebody who is signed in", async () => {
  mockPortal({
    "/auth/change_check": { ...change, needs_session: true },
    "/auth/change_stop": new Refusal(21008, "Not allowed"),
  });
  renderInApp(<StopChange token="a-link" />);
  expect(await screen.findByText(/The same was stopped before/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toContain("a-link");
  expect(screen.queryByRole("button", { name: "Stop this change" })).toBeNull();
});

test("a change that ends while the page is open says why", async () => {
  mockPortal({
    "/auth/change_check": { ...change, before: null },
    "/auth/change_stop": new Refusal(20067, ""),
  });
  renderInApp(<StopChange token="a-link" />);
  await userEvent.click(await screen.findByRole("button", { name: "Stop this change" }));
  expect(await screen.findByText(/has been stopped already/)).toBeTruthy();
});

test.each([
  [20067, undefined, /has been stopped already/],
  [20068, { reason: "expired" }, /no longer waits/],
  [20068, { reason: "unknown" }, /incomplete or wrong/],
])("a link that stops nothing (%i, %o) says why", async (code, data, text) => {
  mockPortal({ "/auth/change_check": new Refusal(code, "", data) });
  renderInApp(<StopChange token="a-link" />);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop this change" })).toBeNull();
});
