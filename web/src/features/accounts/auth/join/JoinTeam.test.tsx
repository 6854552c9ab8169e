import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { attributesOf, mockPortal, renderInApp } from "@/testing/portal";
import { JoinTeam } from "./JoinTeam";

test("an invited person joins with the username that their address suggests", async () => {
  const calls = mockPortal({
    "/auth/team_check": {
      publisher: "Reed Media",
      role: "analyst",
      email: "ana.reed@example.com",
      invited_by: "Maya",
    },
    "/auth/team_accept": { token: "a-session", expires_at: "2026-11-28T10:00:00Z" },
  });
  let joined = 0;
  renderInApp(<JoinTeam token="a-link" onJoined={() => joined++} />);
  expect(await screen.findByRole("heading", { name: "Join Reed Media" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Password"), "granite teapot orchard");
  await userEvent.click(screen.getByRole("button", { name: "Join the team" }));

  await screen.findByRole("button", { name: "Join the team" });
  expect(joined).toBe(1);
  expect(attributesOf(calls, "/auth/team_accept")).toEqual([
    {
      token: "a-link",
      username: "ana.reed",
      password: "granite teapot orchard",
      confirm_password: "granite teapot orchard",
    },
  ]);
});

test.each([
  [20067, undefined, /It has been accepted already/],
  [20068, { reason: "withdrawn" }, /It was withdrawn/],
  [20068, { reason: "replaced" }, /You were sent a newer invitation/],
  [20068, { reason: "expired" }, /valid for 7 days/],
  [20068, { reason: "unknown" }, /Use the whole link/],
])("a void invitation (%i, %o) says why", async (code, data, text) => {
  mockPortal({ "/auth/team_check": new Refusal(code, "", data) });
  renderInApp(<JoinTeam token="a-link" onJoined={() => {}} />);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Sign in" })).toBeTruthy();
});
