import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { Site } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ChannelActions } from "./ChannelActions";
import { ChannelProof } from "./ChannelProof";

const site: Site = {
  id: 7,
  name: "My blog",
  channel_type: 2,
  channel_platform: "Ghost",
  medium_id: null,
  promotion_methods: [1],
  website: "https://www.blog.example/start",
  logo: null,
  media_kit: [],
  monthly_visits: null,
  description: null,
  status: 1,
  status_reason: null,
  fallback_url: null,
  is_default: false,
  verified: false,
  verifiable: true,
  proof: "0123abcd",
  brands_joined: 0,
  created_at: "2026-11-20T10:00:00Z",
};
const portal = {
  "/user/profile": maya,
  "/site/list": { list: [site], total: 1, next: null },
  "/site/types": {
    channel_types: [],
    channel_platforms: [],
    promotion_methods: [],
    proof_places: { meta_name: "proof", file_path: "/proof.txt", record: "_proof" },
  },
  "/site/verify": { ...site, verified: true },
  "/site/del": null,
};
const actions = (changed: Partial<Site>, only = false) =>
  renderInApp(
    <ChannelActions
      site={{ ...site, ...changed }}
      only={only}
      onEdit={() => {}}
      onVerify={() => {}}
    />,
  );
const names = () => screen.getAllByRole("button").map((button) => button.textContent);

test.each([
  ["a plain channel", {}, ["Verify", "Make default", "Delete", "Edit"]],
  ["the default channel", { is_default: true }, ["Verify", "Edit"]],
  ["a channel that works with brands", { brands_joined: 2 }, ["Verify", "Make default", "Edit"]],
  ["a verified channel", { verified: true }, ["Make default", "Delete", "Edit"]],
  ["a disabled channel", { status: 3 as const }, ["Delete"]],
])("a channel that is %s has the actions that the portal allows", async (_, changed, offered) => {
  mockPortal(portal);
  actions(changed);
  await screen.findAllByRole("button");
  expect(names()).toEqual(offered);
});

test.each([
  ["works with brands", { brands_joined: 2 }, false, /leave the 2 brands it works with first/],
  [
    "works with one",
    { brands_joined: 1, is_default: true },
    true,
    /leave the brand it works with first/,
  ],
  [
    "is the default one of several",
    { is_default: true },
    false,
    /make another one the default first/,
  ],
])("a channel that %s says why it cannot be deleted", async (_, changed, only, reason) => {
  mockPortal(portal);
  actions(changed, only);

  expect(await screen.findByText(reason)).toBeTruthy();
  expect(names()).not.toContain("Delete");
});

test("a channel that can be deleted shows no reason against it", async () => {
  mockPortal(portal);
  actions({ is_default: true }, true);

  await screen.findByRole("button", { name: "Delete My blog" });
  expect(screen.queryByText(/delete/)).toBeNull();
});

test("deleting a channel is confirmed before and reported afterwards", async () => {
  const calls = mockPortal(portal);
  actions({});

  await userEvent.click(await screen.findByRole("button", { name: "Delete My blog" }));
  expect(calls.some(({ path }) => path === "/site/del")).toBe(false);
  await userEvent.click(await screen.findByRole("button", { name: "Delete channel" }));

  await screen.findByText("My blog deleted");
  expect(calls.find(({ path }) => path === "/site/del")?.req.attributes).toEqual({ id: 7 });
});

test("verifying a channel shows what to publish and where, and what was found there", async () => {
  const calls = mockPortal({
    ...portal,
    "/site/verify": new Refusal(20089, "Site validation failed: the website did not answer"),
  });
  renderInApp(<ChannelProof verify={7} onClose={() => {}} />);

  expect(await screen.findByDisplayValue('<meta name="proof" content="0123abcd">')).toBeTruthy();
  await userEvent.click(screen.getByText("File"));
  expect(screen.getByDisplayValue("https://www.blog.example/proof.txt")).toBeTruthy();
  await userEvent.click(screen.getByText("DNS record"));
  expect(screen.getByDisplayValue("_proof.blog.example")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Check now" }));

  const [said] = await screen.findAllByText(/the website did not answer/);
  expect(said).toBeTruthy();
  expect(calls.find(({ path }) => path === "/site/verify")?.req.attributes).toEqual({
    id: 7,
    method: "dns",
  });
});
