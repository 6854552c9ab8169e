import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useSession } from "@/api/session";
import { thirdTicket } from "@/api/third";
import { thirdJourney } from "@/features/social-login/redirect/journey";
import { ThirdButtons } from "@/features/social-login/redirect/ThirdButtons";
import { answering, show } from "@/testing/portal";
import { ThirdReturn } from "./ThirdReturn";
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
  useSession.getState().signOut();
  thirdTicket.drop();
  thirdJourney.end();
});

test("without a provider there is no button", async () => {
  answering({ "/auth/third_providers": { list: [] } });
  const { container } = show(<ThirdButtons />);
  await expect.poll(() => container.querySelectorAll("button").length).toBe(0);
});

test("a button sends this tab away with a secret of its own", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, origin: window.location.origin, assign });
  const asked = answering({
    "/auth/third_providers": PROVIDERS,
    "/auth/third_link": { url: "https://acme.example/authorize" },
  });
  show(<ThirdButtons next="/reports/performance" />);

  await userEvent.click(await screen.findByRole("button", { name: "Continue with Acme" }));

  await expect.poll(() => assign.mock.calls).toEqual([["https://acme.example/authorize"]]);
  expect(asked.at(-1)?.req.attributes).toEqual({
    provider: "acme",
    next: "/reports/performance",
    browser: thirdJourney.browser(),
  });
  expect(thirdJourney.browser().length).toBeGreaterThan(40);
});

test("the way back signs in, once", async () => {
  const browser = thirdJourney.begin(false);
  const asked = answering({
    "/auth/third_check": { token: "t0ken", expires_at: "2026-11-21T00:00:00Z", next: "/dashboard" },
  });
  const onSignedIn = vi.fn();
  show(<ThirdReturn {...BACK} onSignedIn={onSignedIn} />);

  await expect.poll(() => onSignedIn.mock.calls).toEqual([["/dashboard"]]);
  expect(useSession.getState().token).toBe("t0ken");
  expect(asked.map(({ req }) => req.attributes)).toEqual([
    { provider: "acme", code: "c0de", state: "st8", browser },
  ]);
  expect(thirdJourney.browser()).toBe("");
});

test("a way back that this tab did not begin asks for nothing", async () => {
  const asked = answering({});
  show(<ThirdReturn {...BACK} onSignedIn={() => {}} />);

  await screen.findByText(/another tab/);
  expect(asked).toEqual([]);
});

test("an identity that is nobody's is kept for signing in or up", async () => {
  thirdJourney.begin(false);
  answering({ "/auth/third_check": new Refusal(20055, "User not bound", TICKET) });
  show(<ThirdReturn {...BACK} onSignedIn={() => {}} />);

  await screen.findByText(/knows you as maya@example.com/);
  expect(thirdTicket.get()).toEqual(TICKET);
});

test("a notice says what will be connected, and lets one do without", async () => {
  const onDrop = vi.fn();
  show(<TicketNotice ticket={TICKET} onDrop={onDrop} />);
  await screen.findByText(/Sign in once/);

  await userEvent.click(screen.getByRole("button", { name: "Go on without it" }));

  expect(onDrop).toHaveBeenCalledOnce();
});

test("a second step keeps where the journey was to lead", async () => {
  thirdJourney.begin(false);
  answering({
    "/auth/third_check": new Refusal(320, "A second step is due", {
      ticket: "t1",
      next: "/reports/performance",
    }),
  });
  const due = vi.fn();
  show(<ThirdReturn {...BACK} onSignedIn={() => {}} onSecondStep={due} />);

  await expect.poll(() => due.mock.calls).toEqual([["t1", "/reports/performance"]]);
});
