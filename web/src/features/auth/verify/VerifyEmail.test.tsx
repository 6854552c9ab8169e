import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { mockPortal, renderInApp } from "@/testing/portal";

import { VerifyEmail } from "./VerifyEmail";

test("a link that works leads straight to sign-in, with the account filled in", async () => {
  const calls = mockPortal({
    "/auth/email_verify": { account: "maya@example.com" },
    "/auth/sign_in": { token: "abc", expires_at: "2026-11-21T00:00:00Z" },
  });
  const onSignedIn = vi.fn();
  renderInApp(<VerifyEmail token="t" onSignedIn={onSignedIn} />);

  await screen.findByRole("heading", { name: "Your email is verified" });
  expect(screen.queryByText("Create an account")).toBeNull();
  await userEvent.type(screen.getByLabelText("Password"), "a long password{Enter}");

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(calls.at(-1)?.req.attributes).toMatchObject({ account: "maya@example.com" });
});

test.each([
  ["replaced", /We have sent you a newer email/],
  ["unknown", /Use the newest mail, or ask for another/],
])("a link that is %s says which one works", async (reason, why) => {
  const refusal = new Refusal(20060, "Invalid verification code", { reason });
  mockPortal({ "/auth/email_verify": refusal });
  renderInApp(<VerifyEmail token="t" email="maya@example.com" onSignedIn={() => {}} />);

  await screen.findByText(why);
  expect(screen.getByText("This link is no longer valid")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("maya@example.com");
});

test("who has just signed up reads once where the link went", async () => {
  renderInApp(<VerifyEmail email="maya@example.com" onSignedIn={() => {}} />);

  await screen.findByText("We sent a link to maya@example.com. It can take a minute to arrive.");
});
