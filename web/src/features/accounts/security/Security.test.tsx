import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { OpenSession } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { AuditPanel } from "./AuditPanel";
import { PasswordPanel } from "./PasswordPanel";
import { SessionsPanel } from "./SessionsPanel";

const session = (changed: Partial<OpenSession>): OpenSession => ({
  id: "aa",
  publisher: "Fern Reviews",
  device: "Firefox on Linux",
  country: "DE",
  ip: "203.0.113.7",
  kind: "password",
  current: false,
  created_at: "2026-11-20T08:00:00Z",
  last_seen: "2026-11-20T09:05:00Z",
  expires_at: "2026-11-21T08:00:00Z",
  ...changed,
});

async function change(old: string, next: string) {
  await userEvent.type(await screen.findByLabelText("Current password"), old);
  await userEvent.type(screen.getByLabelText("New password"), next);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
}

test("a wrong current password is shown beside its field, and keeps the typed values", async () => {
  mockPortal({ "/user/password_edit": new Refusal(20050, "Invalid login password") });
  renderInApp(<PasswordPanel />);

  await change("not this one", "granite teapot orchard");

  expect(await screen.findByText("That is not your password")).toBeTruthy();
  expect(screen.queryByText("Invalid login password")).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe(
    "granite teapot orchard",
  );
});

test("a new password is typed only once, and can be made visible", async () => {
  const calls = mockPortal({ "/user/password_edit": null });
  renderInApp(<PasswordPanel />);

  await change("the one of now", "granite teapot orchard");

  await expect
    .poll(() => calls[0]?.req.attributes)
    .toEqual({
      old: "the one of now",
      password: "granite teapot orchard",
      confirm_password: "granite teapot orchard",
    });
  expect(screen.getAllByRole("button", { name: "Show or hide the password" })).toHaveLength(2);
});

test("the network's staff cannot end the sessions of a publisher", async () => {
  mockPortal({
    "/user/profile": { ...maya, impersonated_by: "otto" },
    "/auth/sessions": { list: [session({})] },
  });
  renderInApp(
    <Suspense>
      <SessionsPanel />
    </Suspense>,
  );

  const row = await screen.findByRole("listitem");
  expect(within(row).queryByRole("button")).toBeNull();
});

test("sessions name their publisher if somebody works for several", async () => {
  const membership = { uid: 1, name: "Fern Reviews", role: "owner", current: true } as const;
  const other = { ...membership, uid: 2, name: "Reed Media", current: false };
  const list = [session({ current: true }), session({ id: "bb", publisher: "Reed Media" })];
  for (const publishers of [[membership, other], []]) {
    mockPortal({ "/user/profile": { ...maya, publishers }, "/auth/sessions": { list } });
    const { unmount } = renderInApp(
      <Suspense>
        <SessionsPanel />
      </Suspense>,
    );
    const [here, there] = (await screen.findAllByRole("listitem")) as [HTMLElement, HTMLElement];
    expect(here.textContent?.includes("Fern Reviews · ")).toBe(publishers.length > 0);
    expect(there.textContent?.includes("Reed Media · ")).toBe(publishers.length > 0);
    unmount();
  }
});

test("a failed attempt to end other sessions shows its reason above the list of sessions", async () => {
  const ids = ["aa", "bb"];
  const calls = mockPortal({
    "/user/profile": maya,
    "/auth/sessions": { list: ids.map((id) => session({ id })) },
    "/auth/session_end": new Refusal(21005, "Not available just now"),
  });
  renderInApp(
    <Suspense>
      <SessionsPanel />
    </Suspense>,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Sign out all others" }));
  const dialog = await screen.findByRole("dialog", { name: "Sign out all other devices" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Sign out all others" }));

  const panel = screen.getByRole("region", { name: "Where you are signed in" });
  expect((await within(panel).findByRole("alert")).textContent).toBe("Not available just now");
  expect(calls.filter(({ path }) => path === "/auth/session_end")).toHaveLength(1);
});

test("the current session comes first and cannot be ended, others are ended after a confirmation", async () => {
  const list = [session({}), session({ id: "bb", device: "Safari on iPhone", current: true })];
  const calls = mockPortal({
    "/user/profile": maya,
    "/auth/sessions": { list },
    "/auth/session_end": null,
  });
  renderInApp(
    <Suspense>
      <SessionsPanel />
    </Suspense>,
  );

  const rows = await screen.findAllByRole("listitem");
  const [first] = rows as [HTMLElement];
  expect(first.textContent).toContain("Safari on iPhone");
  expect(within(first).queryByRole("button")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Sign out Firefox on Linux" }));
  await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));

  await expect.poll(() => calls.map(({ path }) => path)).toContain("/auth/session_end");
  expect(calls.find(({ path }) => path === "/auth/session_end")?.req).toMatchObject({
    attributes: { id: "aa" },
  });
});

test("the activity log names calls in words, and the network's actions as such", async () => {
  const entry = { ip: "", country: null, details: {}, at: "2026-11-20T09:05:00Z" };
  mockPortal({
    "/user/profile": maya,
    "/user/audit": {
      list: [
        {
          ...entry,
          action: "/network/account_lock",
          result: "ok",
          by: "network",
          person: "Maya",
          details: { kind: "lock" },
        },
        {
          ...entry,
          action: "/auth/sign_in",
          result: "refused",
          by: "unknown",
          person: "Maya",
          ip: "203.0.113.7",
        },
      ],
      total: 2,
      next: null,
    },
  });
  renderInApp(
    <Suspense>
      <AuditPanel search={{}} onSearch={() => {}} />
    </Suspense>,
  );

  expect(await screen.findByText("Account locked")).toBeTruthy();
  expect(screen.getByText("The network")).toBeTruthy();
  expect(screen.getByText("Wrong password")).toBeTruthy();
  expect(screen.getByText("Unknown")).toBeTruthy();
  expect(screen.queryByText("You")).toBeNull();
});
