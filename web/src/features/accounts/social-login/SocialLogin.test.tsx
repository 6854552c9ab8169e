import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { ProviderButtons } from "@/features/accounts/social-login/redirect/ProviderButtons";
import { redirectState } from "@/features/accounts/social-login/redirect/redirectState";
import { socialTicket } from "@/features/accounts/social-login/socialTicket";
import { mockPortal, renderInApp } from "@/testing/portal";
import { ProviderCallback } from "./ProviderCallback";
import { TicketNotice } from "./TicketNotice";

const PROVIDERS = { list: [{ name: "acme", label: "Acme" }] };
const TICKET = {
  ticket: "abc",
  provider: "acme",
  email: "maya@example.com",
  email_verified: true,
  name: "Maya",
  next: null,
};
const BACK = { provider: "acme", code: "c0de", state: "st8", onBound: () => {} };

beforeEach(() => {
  useSession.getState().forget();
  socialTicket.clear();
  redirectState.end();
});

test("the login without sign-in providers has no button for one", async () => {
  mockPortal({ "/auth/third_providers": { list: [] } });
  const { container } = renderInApp(<ProviderButtons />);
  await expect.poll(() => container.querySelectorAll("button").length).toBe(0);
});

test("the button of a sign-in provider redirects the tab with a state of its own", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, origin: window.location.origin, assign });
  const calls = mockPortal({
    "/auth/third_providers": PROVIDERS,
    "/auth/third_link": { url: "https://acme.example/authorize" },
  });
  renderInApp(<ProviderButtons next="/reports/performance" />);

  await userEvent.click(await screen.findByRole("button", { name: "Continue with Acme" }));

  await expect.poll(() => assign.mock.calls).toEqual([["https://acme.example/authorize"]]);
  expect(calls.at(-1)?.req.attributes).toEqual({
    provider: "acme",
    next: "/reports/performance",
    browser: redirectState.browser(),
  });
  expect(redirectState.browser().length).toBeGreaterThan(40);
});

test("the callback of a sign-in provider signs in once", async () => {
  const browser = redirectState.begin(false);
  const calls = mockPortal({
    "/auth/third_check": { token: "t0ken", expires_at: "2026-11-21T00:00:00Z", next: "/dashboard" },
  });
  const onSignedIn = vi.fn();
  renderInApp(<ProviderCallback {...BACK} onSignedIn={onSignedIn} />);

  await expect.poll(() => onSignedIn.mock.calls).toEqual([["/dashboard"]]);
  expect(useSession.getState().token).toBe("t0ken");
  expect(calls.map(({ req }) => req.attributes)).toEqual([
    { provider: "acme", code: "c0de", state: "st8", browser },
  ]);
  expect(redirectState.browser()).toBe("");
});

test("the callback of a sign-in that this tab did not begin sends no request", async () => {
  const calls = mockPortal({});
  renderInApp(<ProviderCallback {...BACK} onSignedIn={() => {}} />);

  await screen.findByText(/another tab/);
  expect(calls).toEqual([]);
});

test("an unknown identity of a provider is kept for signing in or up", async () => {
  redirectState.begin(false);
  mockPortal({ "/auth/third_check": new Refusal(20055, "User not bound", TICKET) });
  renderInApp(<ProviderCallback {...BACK} onSignedIn={() => {}} />);

  await screen.findByText(/as maya@example.com/);
  expect(socialTicket.get()).toEqual(TICKET);
});

test("a notice says which provider will be connected, and can be declined", async () => {
  const onDrop = vi.fn();
  renderInApp(<TicketNotice ticket={TICKET} onDrop={onDrop} />);
  await screen.findByText(/Sign in once/);

  await userEvent.click(screen.getByRole("button", { name: "Continue without it" }));

  expect(onDrop).toHaveBeenCalledOnce();
});

test("the second step of a provider sign-in keeps the page requested", async () => {
  redirectState.begin(false);
  mockPortal({
    "/auth/third_check": new Refusal(320, "A second step is due", {
      ticket: "t1",
      next: "/reports/performance",
    }),
  });
  const due = vi.fn();
  renderInApp(<ProviderCallback {...BACK} onSignedIn={() => {}} onSecondStep={due} />);

  await expect.poll(() => due.mock.calls).toEqual([["t1", "/reports/performance"]]);
});
