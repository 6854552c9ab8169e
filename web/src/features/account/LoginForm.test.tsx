import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { answering, show } from "@/testing/portal";

import { LoginForm } from "./LoginForm";

async function signIn() {
  await userEvent.type(await screen.findByLabelText("Username or e-mail"), "maya");
  await userEvent.type(screen.getByLabelText("Password"), "a long password");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("keeps the token and goes on", async () => {
  const asked = answering({
    "/auth/sign_in": { token: "abc", expires_at: "2026-11-21T00:00:00Z" },
  });
  const onSignedIn = vi.fn();
  show(<LoginForm onSignedIn={onSignedIn} />);

  await signIn();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(useSession.getState().token).toBe("abc");
  expect(localStorage.getItem("token")).toBe("abc");
  expect(asked.map(({ req }) => req.attributes)).toEqual([
    { account: "maya", password: "a long password", remember: false },
  ]);
});

test("asks for nothing while a field is empty", async () => {
  const asked = answering({});
  show(<LoginForm onSignedIn={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));

  expect(await screen.findAllByText(/required/i)).toHaveLength(2);
  expect(asked).toEqual([]);
});

test("too many attempts stand in place, without a toast", async () => {
  answering({
    "/auth/sign_in": new Refusal(20049, "Login attempts exceeded, please reset password"),
  });
  show(<LoginForm onSignedIn={() => {}} />);

  await signIn();

  expect(await screen.findAllByText("Login attempts exceeded, please reset password")).toHaveLength(
    1,
  );
});

test("an unverified e-mail offers a new link", async () => {
  const asked = answering({
    "/auth/sign_in": new Refusal(20046, "Email not verified"),
    "/auth/email_check_resend": null,
  });
  show(<LoginForm onSignedIn={() => {}} />);

  await signIn();
  await userEvent.type(await screen.findByLabelText("E-mail"), "maya@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send the link again" }));

  await screen.findByText(/a new link is on its way/);
  expect(asked.at(-1)).toMatchObject({ req: { attributes: { email: "maya@example.com" } } });
});
