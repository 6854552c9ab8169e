import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { mockPortal, renderInApp } from "@/testing/portal";

import { LoginForm } from "./LoginForm";

async function signIn() {
  await userEvent.type(await screen.findByLabelText("Username or email"), "maya");
  await userEvent.type(screen.getByLabelText("Password"), "a long password");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("signing in stores the token and opens the next page", async () => {
  const calls = mockPortal({
    "/auth/sign_in": { token: "abc", expires_at: "2026-11-21T00:00:00Z" },
  });
  const onSignedIn = vi.fn();
  renderInApp(<LoginForm onSignedIn={onSignedIn} />);

  await signIn();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(useSession.getState().token).toBe("abc");
  expect(localStorage.getItem("token")).toBe("abc");
  expect(calls.map(({ req }) => req.attributes)).toEqual([
    { account: "maya", password: "a long password", remember: false },
  ]);
});

test("the login with an empty field sends no request", async () => {
  const calls = mockPortal({});
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));

  expect(await screen.findAllByText(/^Enter your/)).toHaveLength(2);
  expect(calls).toEqual([]);
});

test("too many sign-in attempts are reported in the form, without a toast", async () => {
  mockPortal({
    "/auth/sign_in": new Refusal(20049, "Login attempts exceeded, please reset password"),
  });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await signIn();

  expect(await screen.findAllByText("Login attempts exceeded, please reset password")).toHaveLength(
    1,
  );
});

test("a wrong password is reported beside its field, in words that do not reveal whether the account exists", async () => {
  mockPortal({ "/auth/sign_in": new Refusal(20045, "Wrong password") });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await signIn();

  expect(await screen.findByText("Wrong username or password")).toBeTruthy();
  expect(screen.getByLabelText("Password").getAttribute("aria-describedby")).toMatch(/error/);
});

test("a successful sign-in clears the message of a wrong password", async () => {
  let tries = 0;
  mockPortal({
    "/auth/sign_in": () => {
      tries += 1;
      if (tries === 1) return new Refusal(20045, "Wrong password");
      return { token: "abc", expires_at: "2026-11-21T00:00:00Z" };
    },
  });
  const onSignedIn = vi.fn();
  renderInApp(<LoginForm onSignedIn={onSignedIn} />);
  await signIn();
  expect(await screen.findByText("Wrong password")).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(screen.queryByText("Wrong password")).toBeNull();
});

test("the login says what to do if the portal cannot be reached, and keeps the typed values", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await signIn();

  await screen.findByText(/We could not reach the portal/);
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("a long password");
});

test("the login says that the session has ended, and fills in the account given by a link", async () => {
  useSession.getState().signIn("abc");
  useSession.getState().end();
  renderInApp(<LoginForm onSignedIn={() => {}} account="maya@example.com" />);

  await screen.findByText("You have been signed out. Sign in to go on.");
  expect(screen.getByLabelText<HTMLInputElement>("Username or email").value).toBe(
    "maya@example.com",
  );
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

test("the password of an unverified account is enough to request its link", async () => {
  mockPortal({
    "/auth/sign_in": new Refusal(20046, "Email not verified", { email: "maya@example.com" }),
  });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await signIn();

  expect((await screen.findByLabelText<HTMLInputElement>("Email")).value).toBe("maya@example.com");
});

test("an unverified email offers a new link", async () => {
  const calls = mockPortal({
    "/auth/sign_in": new Refusal(20046, "Email not verified"),
    "/auth/email_check_resend": null,
  });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await signIn();
  await userEvent.type(await screen.findByLabelText("Email"), "maya@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send the link again" }));

  await screen.findByText(/a new link is on its way/);
  expect(calls.at(-1)).toMatchObject({ req: { attributes: { email: "maya@example.com" } } });
});

test("the login asks for the second step in place, and reports a wrong code beside its field", async () => {
  const calls = mockPortal({
    "/auth/sign_in": new Refusal(320, "Enter the code", { ticket: "t1" }),
  });
  renderInApp(<LoginForm onSignedIn={() => {}} />);
  await signIn();

  await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Enter the code to continue")).toBeTruthy();
  mockPortal({ "/auth/sign_in": new Refusal(20060, "Invalid verification code") });
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findAllByText("Invalid verification code")).not.toHaveLength(0);
  expect(calls).toHaveLength(1);

  const again = mockPortal({
    "/auth/sign_in": { token: "abc", expires_at: "2026-11-21T00:00:00Z" },
  });
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));

  await expect.poll(() => useSession.getState().token).toBe("abc");
  expect(again.map(({ req }) => req.attributes)).toEqual([
    { ticket: "t1", otp: "123456", remember: false },
  ]);
});

test("an expired ticket of the second step leads back to the password", async () => {
  mockPortal({ "/auth/sign_in": new Refusal(20068, "Invalid token") });
  renderInApp(<LoginForm onSignedIn={() => {}} secondStep="t1" />);

  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));

  await screen.findByText("That took too long. Sign in again.");
  expect(screen.getByLabelText("Password")).toBeTruthy();
});
