import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, test, vi } from "vitest";

import type { AppAsking, ConnectedApp } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { ConnectApp } from "./ConnectApp";
import { ConnectedAppsPanel } from "./ConnectedAppsPanel";

const question = {
  client_id: "https://agent.example/client.json",
  redirect_uri: "https://agent.example/back",
  code_challenge: "c".repeat(43),
  scope: "agent.read agent.write",
  state: "s1",
};
const asking: AppAsking = {
  name: "Trustworthy Agent",
  goes_to: "agent.example",
  document_host: "agent.example",
  scopes: ["agent.read", "agent.write"],
};
const app: ConnectedApp = {
  id: 7,
  name: "Trustworthy Agent",
  goes_to: "agent.example",
  scopes: ["agent.read"],
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2026-12-20T10:00:00Z",
  last_used_at: null,
};
const assign = vi.fn();
const render = () => {
  vi.stubGlobal("location", { ...window.location, origin: "https://portal.example", assign });
  renderInApp(
    <Suspense>
      <ConnectApp question={question} />
    </Suspense>,
  );
};

afterEach(() => {
  assign.mockReset();
  vi.unstubAllGlobals();
});

test("an app that asks is shown with where the answer goes, and that its name is not verified", async () => {
  mockPortal({ "/user/profile": maya, "/user/app_info": asking });
  render();

  expect(await screen.findByRole("heading", { name: /Trustworthy Agent/ })).toBeTruthy();
  expect(screen.getByText("Not verified")).toBeTruthy();
  expect(screen.getAllByText("agent.example")).toHaveLength(2);
  expect(screen.getByText(/It can never move money/)).toBeTruthy();
});

test("an app gets only the scopes that were chosen, and the browser goes back to it", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/app_info": asking,
    "/user/app_allow": { redirect_to: "https://agent.example/back?code=c1&state=s1" },
  });
  render();

  await userEvent.type(await screen.findByLabelText("Your password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Connect" }));

  await expect.poll(() => assign.mock.calls).toHaveLength(1);
  expect(assign).toHaveBeenCalledWith("https://agent.example/back?code=c1&state=s1");
  expect(attributesOf(calls, "/user/app_allow")).toEqual([
    { question, password: "a password", scopes: ["agent.read"] },
  ]);
});

test("an app that is not connected is told so", async () => {
  mockPortal({ "/user/profile": maya, "/user/app_info": asking });
  render();

  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));

  expect(assign.mock.calls[0]?.[0]).toContain("https://agent.example/back?error=access_denied");
});

test("who works for several publishers sees for which one the app would act", async () => {
  const publishers = [
    { uid: 7, name: "Fern Reviews", role: "owner", current: true },
    { uid: 9, name: "Reed Media", role: "finance", current: false },
  ];
  mockPortal({ "/user/profile": { ...maya, publishers }, "/user/app_info": asking });
  render();

  expect((await screen.findByText("Fern Reviews")).parentElement?.textContent).toBe(
    "It will act for Fern Reviews",
  );
});

test.each([
  ["2026-12-20T10:00:00Z", /ends on .* unless used/],
  ["2027-05-19T10:00:00Z", /ends on .* at the latest/],
])("a connection that ends on %s says whether a use puts it off", async (expires_at, told) => {
  mockPortal({
    "/user/profile": maya,
    "/user/app_list": { list: [{ ...app, expires_at }], total: 1 },
  });
  renderInApp(<ConnectedAppsPanel />);

  expect(await screen.findByText(told)).toBeTruthy();
});

test("a page without a question says that the link is not complete", async () => {
  mockPortal({ "/user/profile": maya });
  renderInApp(<ConnectApp question={null} />);

  expect(await screen.findByText("This app cannot be connected")).toBeTruthy();
});

test("a connected app is listed with what it may do, and ended after a question", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/user/app_list": { list: [app], total: 1 },
    "/user/app_end": null,
  });
  renderInApp(<ConnectedAppsPanel />);

  expect(await screen.findByText(/agent.example · Connected on/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "End Trustworthy Agent" }));
  await userEvent.click(await screen.findByRole("button", { name: "End" }));

  await expect.poll(() => attributesOf(calls, "/user/app_end")).toEqual([{ id: 7 }]);
});
