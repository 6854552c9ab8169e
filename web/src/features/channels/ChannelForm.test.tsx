import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Site } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ChannelForm } from "./ChannelForm";

const site: Site = {
  id: 7,
  name: "My blog",
  channel_type: 2,
  channel_platform: "Ghost",
  medium_id: null,
  promotion_methods: [1, 4],
  website: "https://blog.example",
  logo: "/files/logo.png",
  media_kit: [{ file_url: "/files/kit.pdf", name: "Kit", size: 10 }],
  monthly_visits: 500,
  description: null,
  status: 1,
  status_reason: null,
  fallback_url: null,
  is_default: true,
  verified: false,
  verifiable: true,
  proof: "0123abcd",
  brands_joined: 0,
  created_at: "2026-11-20T10:00:00Z",
};
const portal = {
  "/user/profile": maya,
  "/site/types": {
    channel_types: [],
    channel_platforms: [],
    promotion_methods: [],
    proof_places: { meta_name: "", file_path: "", record: "" },
  },
  "/site/save": site,
};

beforeEach(() => sessionStorage.clear());

const savedChannel = (calls: ReturnType<typeof mockPortal>) =>
  calls.find(({ path }) => path === "/site/save")?.req.attributes;

test("saving a channel keeps the fields that the form does not show", async () => {
  const calls = mockPortal(portal);
  const onSaved = vi.fn();
  renderInApp(<ChannelForm site={site} onSaved={onSaved} onCancel={() => {}} />);

  const platform = await screen.findByDisplayValue("Ghost");
  await userEvent.clear(platform);
  await userEvent.type(platform, "A platform of my own");
  await userEvent.clear(screen.getByLabelText(/Monthly visits/));
  await userEvent.type(screen.getByLabelText(/Monthly visits/), "25k");
  await userEvent.click(screen.getByRole("button", { name: "Save channel" }));

  await screen.findByText("My blog saved");
  expect(onSaved).toHaveBeenCalledOnce();
  expect(savedChannel(calls)).toEqual({
    id: 7,
    name: "My blog",
    channel_type: 2,
    channel_platform: "A platform of my own",
    promotion_methods: [1, 4],
    website: "https://blog.example",
    logo: "/files/logo.png",
    monthly_visits: 25_000,
  });
  expect(screen.getByDisplayValue("25,000")).toBeTruthy();
});

test("the channel form names each missing field, and sends nothing", async () => {
  const calls = mockPortal(portal);
  renderInApp(<ChannelForm site={null} onSaved={() => {}} onCancel={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Save channel" }));

  expect(await screen.findByText("Website is required")).toBeTruthy();
  expect(screen.getByText("Channel type is required")).toBeTruthy();
  expect(screen.getByText("Name is required")).toBeTruthy();
  expect(screen.getByText("Platform is required")).toBeTruthy();
  expect(savedChannel(calls)).toBeUndefined();
});

test("the channel form keeps the typed values after a refusal by the portal", async () => {
  mockPortal({ ...portal, "/site/save": new Refusal(20165, "Site status error") });
  const onSaved = vi.fn();
  renderInApp(<ChannelForm site={site} onSaved={onSaved} onCancel={() => {}} />);

  await userEvent.type(await screen.findByDisplayValue("My blog"), " and more");
  await userEvent.click(screen.getByRole("button", { name: "Save channel" }));

  expect(await screen.findByText("Site status error")).toBeTruthy();
  expect(screen.getByDisplayValue("My blog and more")).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
});

const types = {
  ...portal["/site/types"],
  channel_types: [
    { id: 2, name: "Blog" },
    { id: 3, name: "Social profile" },
  ],
  channel_platforms: [
    { id: 1, channel_type: 2, name: "Ghost" },
    { id: 2, channel_type: 2, name: "WordPress" },
    { id: 3, channel_type: 3, name: "Instagram" },
    { id: 4, channel_type: 3, name: "TikTok" },
  ],
};
const platforms = () => screen.getByLabelText<HTMLInputElement>("Platform", { selector: "input" });
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

test("choosing another channel type clears an unsuitable platform, and lists the platforms of that type", async () => {
  const calls = mockPortal({ ...portal, "/site/types": types });
  const profile = { ...site, channel_type: 3, channel_platform: "Instagram" };
  renderInApp(<ChannelForm site={profile} onSaved={() => {}} onCancel={() => {}} />);
  await screen.findByDisplayValue("Social profile");

  await userEvent.click(platforms());
  expect(options()).toEqual(["Instagram", "TikTok"]);
  await userEvent.clear(platforms());
  await userEvent.type(platforms(), "tik");
  expect(options()).toEqual(["TikTok"]);
  await userEvent.click(screen.getByRole("option", { name: "TikTok" }));

  await userEvent.click(screen.getByDisplayValue("Social profile"));
  await userEvent.click(await screen.findByRole("option", { name: "Blog" }));
  expect(platforms().value).toBe("");
  await userEvent.click(platforms());
  expect(options()).toEqual(["Ghost", "WordPress"]);
  await userEvent.click(screen.getByRole("option", { name: "Ghost" }));
  await userEvent.click(screen.getByRole("button", { name: "Save channel" }));
  await screen.findByText("My blog saved");
  expect(savedChannel(calls)).toMatchObject({ channel_type: 2, channel_platform: "Ghost" });
});

test("a platform typed by hand is kept under another channel type", async () => {
  mockPortal({ ...portal, "/site/types": types });
  const own = { ...site, channel_type: 3, channel_platform: "My own network" };
  renderInApp(<ChannelForm site={own} onSaved={() => {}} onCancel={() => {}} />);

  await userEvent.click(await screen.findByDisplayValue("Social profile"));
  await userEvent.click(await screen.findByRole("option", { name: "Blog" }));

  expect(platforms().value).toBe("My own network");
});
