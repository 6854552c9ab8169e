import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { mockPortal, renderInApp } from "@/testing/portal";

import { VerifyEmail } from "./VerifyEmail";

const press = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Verify email and continue" }));
const elsewhere = { account: "maya@example.com", token: null, expires_at: null };
const here = { ...elsewhere, token: "abc", expires_at: "2026-11-21T00:00:00Z" };

test("opening the verification page verifies nothing", async () => {
  const calls = mockPortal({});
  renderInApp(<VerifyEmail token="t" onSignedIn={() => {}} />);

  const button = await screen.findByRole("button", { name: "Verify email and continue" });

  expect(document.activeElement).toBe(button);
  expect(calls).toEqual([]);
});

test("the button of the verification page signs in the browser that created the account", async () => {
  const calls = mockPortal({ "/auth/email_verify": here });
  const onSignedIn = vi.fn();
  renderInApp(<VerifyEmail token="t" onSignedIn={onSignedIn} />);

  await press();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(useSession.getState().token).toBe("abc");
  expect(calls.map(({ path }) => path)).toEqual(["/auth/email_verify"]);
  expect(screen.queryByLabelText("Password")).toBeNull();
});

test("the verification page asks for the second step if the account uses one", async () => {
  const due = new Refusal(320, "Second step", { ticket: "a ticket" });
  const calls = mockPortal({
    "/auth/email_verify": due,
    "/auth/sign_in": { token: "abc", expires_at: "2026-11-21T00:00:00Z" },
  });
  const onSignedIn = vi.fn();
  renderInApp(<VerifyEmail token="t" onSignedIn={onSignedIn} />);

  await press();
  await userEvent.type(await screen.findByLabelText("Code"), "123456{Enter}");

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(calls.at(-1)?.req.attributes).toMatchObject({ ticket: "a ticket", otp: "123456" });
});

test("a verification that failed temporarily can be tried again", async () => {
  let isBusy = true;
  const busy = new Refusal(21005, "Not available just now");
  mockPortal({ "/auth/email_verify": () => (isBusy ? busy : here) });
  const onSignedIn = vi.fn();
  renderInApp(<VerifyEmail token="t" onSignedIn={onSignedIn} />);

  await press();
  await screen.findAllByText(/Not available just now/);
  isBusy = false;
  await press();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
});

test("verifying in another browser leads to the login, with the account filled in", async () => {
  const calls = mockPortal({
    "/auth/email_verify": elsewhere,
    "/auth/sign_in": { token: "abc", expires_at: "2026-11-21T00:00:00Z" },
  });
  const onSignedIn = vi.fn();
  renderInApp(<VerifyEmail token="t" onSignedIn={onSignedIn} />);

  await press();
  await screen.findByRole("heading", { name: "Your email is verified" });
  expect(screen.queryByText("Create an account")).toBeNull();
  await userEvent.type(screen.getByLabelText("Password"), "a long password{Enter}");

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(calls.at(-1)?.req.attributes).toMatchObject({ account: "maya@example.com" });
});

test.each([
  ["replaced", /We have sent you a newer email/],
  ["unknown", /Use the newest mail, or ask for another/],
])("a verification link that is %s says which link works", async (reason, why) => {
  const refusal = new Refusal(20060, "Invalid verification code", { reason });
  mockPortal({ "/auth/email_verify": refusal });
  renderInApp(<VerifyEmail token="t" email="maya@example.com" onSignedIn={() => {}} />);

  await press();
  await screen.findByText(why);
  expect(screen.getByText("This link is no longer valid")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("maya@example.com");
});

test("after a sign-up the page says once where the link was sent", async () => {
  renderInApp(<VerifyEmail email="maya@example.com" onSignedIn={() => {}} />);

  await screen.findByText("We sent a link to maya@example.com. It can take a minute to arrive.");
});
