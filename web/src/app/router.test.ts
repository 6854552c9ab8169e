import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { queryClient } from "@/api/client";
import { useSession } from "@/api/session";
import { maya, mockPortal } from "@/testing/portal";

import { router } from "./router";

beforeEach(async () => {
  useSession.getState().signOut();
  queryClient.clear();
  await router.navigate({ to: "/404" });
});

async function visit(href: string) {
  await router.navigate({ href });
  return router.state.location;
}

function signedIn(user = maya) {
  useSession.getState().signIn("token");
  return mockPortal({ "/user/profile": user });
}

test("a stranger is sent to the login, which remembers the whole target", async () => {
  const { pathname, search } = await visit("/brands/find?status=2");

  expect(pathname).toBe("/auth/login");
  expect(search).toEqual({ next: "/brands/find?status=2" });
});

test("the root leads to the dashboard", async () => {
  signedIn();

  expect((await visit("/")).pathname).toBe("/dashboard");
});

test("who is signed in has no business at the login", async () => {
  signedIn();

  expect((await visit("/auth/login")).pathname).toBe("/dashboard");
});

test("a token that no longer opens the profile is dropped, and the way back kept", async () => {
  useSession.getState().signIn("stale");
  mockPortal({ "/user/profile": new Refusal(401, "Please sign in") });

  const { pathname, search } = await visit("/settings/channel");

  expect(pathname).toBe("/auth/login");
  expect(search).toEqual({ next: "/settings/channel" });
  expect(localStorage.getItem("token")).toBeNull();
});

test.each(["/dashboard", "/brands/find", "/tools/link-generator"])(
  "without a default site %s leads to Channel Management",
  async (href) => {
    signedIn({ ...maya, default_site: null });

    expect((await visit(href)).pathname).toBe("/settings/channel");
  },
);

test("operators need no site: the root leads them to the network", async () => {
  signedIn({ ...maya, roles: ["operator"], default_site: null });

  expect((await visit("/")).pathname).toBe("/network");
});

test.each([
  ["/brands", "/brands/find"],
  ["/reports", "/reports/performance"],
])("%s leads to %s", async (from, to) => {
  signedIn();

  expect((await visit(from)).pathname).toBe(to);
});

test("a session that ends leads to the login with the way back", async () => {
  signedIn();
  await visit("/settings/channel");

  useSession.getState().end();

  await expect.poll(() => router.state.location.pathname).toBe("/auth/login");
  expect(router.state.location.search).toEqual({ next: "/settings/channel" });
});

test("who signs out starts afresh", async () => {
  signedIn();
  await visit("/settings/channel");

  useSession.getState().signOut();

  await expect.poll(() => router.state.location.pathname).toBe("/auth/login");
  expect(router.state.location.search).toEqual({});
});

test("a session that ends in another tab ends here", async () => {
  signedIn();
  await visit("/dashboard");

  localStorage.removeItem("token");
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));

  await expect.poll(() => router.state.location.pathname).toBe("/auth/login");
});

test.each([
  ["?next=%2Fsettings%2Fchannel", "/settings/channel"],
  ["?next=%2F%2Felsewhere.example", "/dashboard"],
  ["", "/dashboard"],
])("a session that begins in another tab leads from the login%s to %s", async (search, target) => {
  await visit(`/auth/login${search}`);
  mockPortal({ "/user/profile": maya });

  localStorage.setItem("token", "token");
  window.dispatchEvent(new StorageEvent("storage", { key: "token" }));

  await expect.poll(() => router.state.location.pathname).toBe(target);
});

test("the profile is asked for once", async () => {
  const calls = signedIn();

  await visit("/dashboard");
  await visit("/settings/channel");

  expect(calls.filter(({ path }) => path === "/user/profile")).toHaveLength(1);
});
