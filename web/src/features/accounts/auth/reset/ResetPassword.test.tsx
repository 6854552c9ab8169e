import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { mockPortal, renderInApp } from "@/testing/portal";

import { ForgotPassword } from "./ForgotPassword";
import { ResetPassword } from "./ResetPassword";

test("requesting a password reset does not say whether the account exists", async () => {
  const calls = mockPortal({ "/auth/pwd_forget": null });
  renderInApp(<ForgotPassword />);

  await userEvent.type(await screen.findByLabelText("Email"), "maya@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send link" }));

  await screen.findByText(/If there is an account for maya@example.com/);
  expect(calls.map(({ req }) => req.attributes)).toEqual([{ email: "maya@example.com" }]);
});

test("a new password ends the session of this browser too", async () => {
  useSession.getState().signIn("abc");
  const calls = mockPortal({
    "/auth/pwd_reset_check": { email: "m•••@example.com" },
    "/auth/pwd_reset": { account: "maya@example.com" },
  });
  renderInApp(<ResetPassword token="t" onSignedIn={() => {}} />);

  await screen.findByText(/m•••@example.com/);
  await userEvent.type(screen.getByLabelText("New password"), "granite teapot orchard");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));

  await screen.findByText("Your password has been changed");
  expect(screen.getByLabelText<HTMLInputElement>("Username or email").value).toBe(
    "maya@example.com",
  );
  expect(useSession.getState().token).toBe("");
  expect(calls.at(-1)?.req.attributes).toEqual({
    token: "t",
    password: "granite teapot orchard",
    confirm_password: "granite teapot orchard",
  });
});

test.each([
  [20067, null, /already been used/],
  [20068, "expired", /valid for 30 minutes/],
  [20068, "replaced", /We have sent you a newer email/],
])(
  "a reset link refused with %i, %s, says why and offers the next step",
  async (code, reason, why) => {
    mockPortal({ "/auth/pwd_reset_check": new Refusal(code, "Invalid token", { reason }) });
    renderInApp(<ResetPassword token="t" onSignedIn={() => {}} />);

    await screen.findByText(why);
    expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe(
      "/forgot-password",
    );
  },
);
