import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { STATE_FORBIDS } from "@/api/gen/codes.gen";
import type { InvitationOf } from "@/api/gen/types.gen";
import { useSession } from "@/api/session";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { JoinTeam } from "./JoinTeam";

test("an invited person joins with the username that their address suggests", async () => {
  const calls = mockPortal({
    "/auth/team_check": {
      publisher: "Reed Media",
      role: "analyst",
      email: "ana.reed@example.com",
      invited_by: "Maya",
      has_account: false,
    },
    "/auth/team_accept": { token: "a-session", expires_at: "2026-11-28T10:00:00Z" },
  });
  let joined = 0;
  renderInApp(<JoinTeam token="a-link" onJoined={() => joined++} />);
  expect(await screen.findByRole("heading", { name: "Join Reed Media" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Password"), "granite teapot orchard");
  await userEvent.click(screen.getByRole("button", { name: "Join the team" }));

  await waitFor(() => expect(joined).toBe(1));
  expect(attributesOf(calls, "/auth/team_accept")).toEqual([
    {
      token: "a-link",
      username: "ana.reed",
      password: "granite teapot orchard",
      confirm_password: "granite teapot orchard",
    },
  ]);
});

const known: InvitationOf = {
  publisher: "Reed Media",
  role: "analyst",
  email: "Maya.Lindqvist@example.com",
  invited_by: "Ana",
  has_account: true,
};

test("who is signed in with the invited address joins by one button", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, assign });
  useSession.getState().signIn("of maya");
  const calls = mockPortal({
    "/auth/team_check": known,
    "/user/profile": maya,
    "/auth/team_join": { token: "of reed", expires_at: "2026-11-28T10:00:00Z" },
  });
  renderInApp(<JoinTeam token="a-link" onJoined={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Join the team" }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
  expect(attributesOf(calls, "/auth/team_join")).toEqual([{ token: "a-link" }]);
  expect(localStorage.getItem("token")).toBe("of reed");
});

test("an invited person with an account signs in first, and makes no second password", async () => {
  mockPortal({
    "/auth/team_check": known,
    "/auth/sign_in": { token: "of maya", expires_at: "2026-11-28T10:00:00Z" },
    "/user/profile": maya,
  });
  renderInApp(<JoinTeam token="a-link" onJoined={() => {}} />);
  expect(await screen.findByText(/Sign in with your account/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Username or email").value).toBe(known.email);
  await userEvent.type(screen.getByLabelText("Password"), "granite teapot orchard");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));

  expect(await screen.findByRole("button", { name: "Join the team" })).toBeTruthy();
});

test("who is signed in as somebody else is told so, and signs in as the invited person", async () => {
  useSession.getState().signIn("of another");
  mockPortal({
    "/auth/team_check": known,
    "/user/profile": { ...maya, login_email: "kim@example.com" },
  });
  renderInApp(<JoinTeam token="a-link" onJoined={() => {}} />);

  expect(await screen.findByText(/You are signed in as kim@example.com/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
});

test("a refusal to join is shown where it happened", async () => {
  useSession.getState().signIn("of maya");
  mockPortal({
    "/auth/team_check": known,
    "/user/profile": maya,
    "/auth/team_join": new Refusal(STATE_FORBIDS, "You work for Reed Media already"),
  });
  renderInApp(<JoinTeam token="a-link" onJoined={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Join the team" }));

  expect(await screen.findByRole("alert")).toBeTruthy();
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
