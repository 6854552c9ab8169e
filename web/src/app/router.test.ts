import type { AnyRoute } from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { queryClient } from "@/api/client";
import { useSession } from "@/api/session";
import { maya, mockPortal } from "@/testing/portal";

import { isGuestPath } from "./guestRoutes";
import { router } from "./router";

beforeEach(async () => {
  useSession.getState().forget();
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

test("a visitor without a session is sent to the login, which keeps the whole address requested", async () => {
  const { pathname, search } = await visit("/brands/find?status=2");

  expect(pathname).toBe("/auth/login");
  expect(search).toEqual({ next: "/brands/find?status=2" });
});

test("the root of the portal leads a publisher to the dashboard", async () => {
  signedIn();

  expect((await visit("/")).pathname).toBe("/dashboard");
});

test("the login redirects a signed-in user to the dashboard", async () => {
  signedIn();

  expect((await visit("/auth/login")).pathname).toBe("/dashboard");
});

test("a session token that the portal refuses is dropped, and the requested address kept", async () => {
  useSession.getState().signIn("stale");
  mockPortal({ "/user/profile": new Refusal(401, "Please sign in") });

  const { pathname, search } = await visit("/settings/channel");

  expect(pathname).toBe("/auth/login");
  expect(search).toEqual({ next: "/settings/channel" });
  expect(localStorage.getItem("token")).toBeNull();
});

test.each(["/dashboard", "/brands/find", "/tools/link-generator"])(
  "without a default channel %s leads to Channel Management",
  async (href) => {
    signedIn({ ...maya, default_site: null });

    expect((await visit(href)).pathname).toBe("/settings/channel");
  },
);

test("operators need no channel: the root of the portal leads them to the network", async () => {
  signedIn({ ...maya, roles: ["operator"], default_site: null });

  expect((await visit("/")).pathname).toBe("/network/overview");
});

test.each([
  ["/network", "overview", {}],

  ["/network?tab=brands&add=true", "brands", { add: true }],
  ["/network?tab=payments&batch_id=3&look=700001", "payments", { batch_id: 3, look: "700001" }],
  ["/network?tab=news&part=banners&edit=5", "news", { part: "banners", edit: "5" }],
  ["/network?tab=brands&keyword=a+b", "brands", { keyword: "a b" }],
])("the former address %s leads to the list of %s", async (from, tab, search) => {
  signedIn({ ...maya, roles: ["operator"], default_site: null });

  const location = await visit(from);
  expect(location.pathname).toBe(`/network/${tab}`);
  expect(location.search).toEqual(search);
});

test.each([
  ["/brands", "/brands/find"],
  ["/reports", "/reports/performance"],
])("the address %s leads to %s", async (from, to) => {
  signedIn();

  expect((await visit(from)).pathname).toBe(to);
});

test("the end of a session leads to the login, which keeps the current address", async () => {
  signedIn();
  await visit("/settings/channel");

  useSession.getState().end();

  await expect.poll(() => router.state.location.pathname).toBe("/auth/login");
  expect(router.state.location.search).toEqual({ next: "/settings/channel" });
});

test("signing out leads to the login, which keeps no address", async () => {
  signedIn();
  await visit("/settings/channel");

  useSession.getState().forget();

  await expect.poll(() => router.state.location.pathname).toBe("/auth/login");
  expect(router.state.location.search).toEqual({});
});

test("a session that ends in another tab ends in this tab too", async () => {
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

test("the first load contains all routes but those of signed-in pages", async () => {
  await visit("/dashboard");
  const { routeTree } = await import("@/routeTree.gen");
  const all = Object.values(routeTree.children ?? {}).map(({ id }: AnyRoute) => id);

  expect(all.filter((id) => !isGuestPath(id))).toEqual(["/_app"]);
  expect(isGuestPath("/auth/login/")).toBe(true);
});

test("the profile is requested once", async () => {
  const calls = signedIn();

  await visit("/dashboard");
  await visit("/settings/channel");

  expect(calls.filter(({ path }) => path === "/user/profile")).toHaveLength(1);
});
