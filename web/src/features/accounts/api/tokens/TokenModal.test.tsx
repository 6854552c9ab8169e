import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { SITE_STATUS_APPROVED, SITE_STATUS_DISABLED } from "@/api/gen/enums.gen";
import type { ApiToken, Site } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { TokenModal } from "./TokenModal";

function channel(id: number, name: string, status: Site["status"]): Site {
  return {
    id,
    name,
    channel_type: 2,
    channel_platform: "Ghost",
    medium_id: null,
    promotion_methods: [1],
    website: "https://www.blog.example",
    logo: null,
    media_kit: [],
    monthly_visits: null,
    description: null,
    status,
    status_reason: null,
    fallback_url: null,
    is_default: false,
    verified: false,
    verifiable: true,
    proof: "0123abcd",
    brands_joined: 0,
    created_at: "2026-11-20T10:00:00Z",
  };
}

const channels = [
  channel(7, "My blog", SITE_STATUS_APPROVED),
  channel(8, "The old forum", SITE_STATUS_DISABLED),
  channel(9, "My shorts", SITE_STATUS_APPROVED),
];
const portal = {
  "/user/profile": maya,
  "/site/list": { list: channels, total: 3, next: null },
};
const token: ApiToken = {
  id: 3,
  name: "Nightly orders",
  scopes: ["report.read"],
  site_id: 8,
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2026-12-20T10:00:00Z",
  last_used_at: null,
};

async function channelsOffered() {
  await screen.findByRole("option", { name: "My blog" });
  const select = screen.getByRole("combobox", { name: "Channel" });
  return within(select)
    .getAllByRole("option")
    .slice(1)
    .map(({ textContent }) => textContent);
}

test("a new API token is valid for 90 days and offers approved channels", async () => {
  mockPortal(portal);
  renderInApp(<TokenModal rotated={null} onClosed={() => {}} />);
  expect(await channelsOffered()).toEqual(["My blog", "My shorts"]);
  expect(screen.getByRole<HTMLOptionElement>("option", { name: "90 days" }).selected).toBe(true);
});

test("a rotated API token keeps its expiry and its channel, whatever the channel's status", async () => {
  mockPortal(portal);
  renderInApp(<TokenModal rotated={token} onClosed={() => {}} />);
  expect(await channelsOffered()).toEqual(["My blog", "The old forum", "My shorts"]);
  const [same, forum] = [/^Until 20 Dec 2026, .*as before$/, "The old forum"].map((name) =>
    screen.getByRole<HTMLOptionElement>("option", { name }),
  );
  expect([same?.selected, forum?.selected]).toEqual([true, true]);
});
