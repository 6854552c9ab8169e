import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { mockPasskeys, signed } from "@/testing/passkeys";
import { attributesOf, mockPortal, renderInApp } from "@/testing/portal";
import { LoginForm } from "./LoginForm";

const options = { options: { challenge: "abc" } };
const session = { token: "abc", stepup: null, expires_at: "2026-11-21T00:00:00Z" };
const refused = new Refusal(20060, "This passkey was not accepted");

beforeEach(() => useSession.getState().forget());

/** Presses the button once it has loaded. */
async function press() {
  const button = () =>
    screen.getByRole<HTMLButtonElement>("button", { name: "Sign in with a passkey" });
  await expect.poll(() => button().disabled).toBe(false);
  await userEvent.click(button());
}

test("the button signs in without a name", async () => {
  mockPasskeys();
  const calls = mockPortal({ "/auth/passkey_begin": options, "/auth/passkey_finish": session });
  const onSignedIn = vi.fn();
  renderInApp(<LoginForm onSignedIn={onSignedIn} />);

  await press();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(useSession.getState().token).toBe("abc");
  expect(attributesOf(calls, "/auth/passkey_finish")).toEqual([
    { credential: signed, remember: false },
  ]);
});

test("a suggestion of the field signs in, with the terms of that moment", async () => {
  const { suggestions } = mockPasskeys({ suggests: true });
  const calls = mockPortal({ "/auth/passkey_begin": options, "/auth/passkey_finish": session });
  const onSignedIn = vi.fn();
  renderInApp(<LoginForm onSignedIn={onSignedIn} />);
  await userEvent.click(await screen.findByLabelText("Keep me signed in"));
  await expect.poll(() => suggestions.length).toBe(1);

  suggestions[0]?.choose();

  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(attributesOf(calls, "/auth/passkey_finish")).toMatchObject([{ remember: true }]);
});

test("the button ends the request that waits in the field, which begins again if nothing was chosen", async () => {
  const { suggestions, cancel } = mockPasskeys({ suggests: true });
  mockPortal({ "/auth/passkey_begin": options });
  renderInApp(<LoginForm onSignedIn={() => {}} />);
  await expect.poll(() => suggestions.length).toBe(1);

  cancel();
  await press();

  expect(await screen.findByText(/No passkey was used/)).toBeTruthy();
  expect(suggestions[0]?.signal.aborted).toBe(true);
  await expect.poll(() => suggestions.length).toBe(2);
});

test("a passkey that is refused says so, and leaves the form as it is", async () => {
  mockPasskeys();
  mockPortal({ "/auth/passkey_begin": options, "/auth/passkey_finish": refused });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await press();

  expect((await screen.findByRole("alert")).textContent).toBe("This passkey was not accepted");
  expect(screen.getByLabelText("Password")).toBeTruthy();
});

test("there is no button where the portal has no passkeys", async () => {
  mockPasskeys();
  mockPortal({ "/auth/passkey_begin": new Refusal(21008, "Passkeys are off") });
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await press();

  await expect
    .poll(() => screen.queryByRole("button", { name: "Sign in with a passkey" }))
    .toBeNull();
});

test("there is no button in a browser without passkeys", async () => {
  const calls = mockPortal({});
  renderInApp(<LoginForm onSignedIn={() => {}} />);

  await screen.findByRole("button", { name: "Sign in" });
  expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
  expect(calls).toEqual([]);
});
