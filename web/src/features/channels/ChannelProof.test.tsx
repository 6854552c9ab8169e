import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { Site } from "@/api/gen/types.gen";
import { mockPortal, renderInApp } from "@/testing/portal";
import { useToasts } from "@/ui/feedback/toasts";

import { ChannelProof } from "./ChannelProof";

const site = {
  id: 5,
  name: "Jo reviews",
  website: "https://joreviews.example",
  proof: "a-proof",
  verifiable: true,
  verified: false,
} as Site;
const TYPES = {
  channel_types: [],
  channel_platforms: [],
  promotion_methods: [],
  proof_places: { meta_name: "portal-site", file_path: "/portal.txt", record: "_portal" },
};

test.each([
  [
    "the website cannot be reached: it needs a public address and port 80 or 443",
    "We could not open https://joreviews.example. Check the address, and that anybody can open it.",
  ],
  ["the meta tag holds another value", "Site validation failed: the meta tag holds another value"],
])(
  "the outcome of a channel verification (%s) is shown in place, and as a toast only while the drawer is open",
  async (why, words) => {
    mockPortal({
      "/site/list": { list: [site], total: 1, next: null },
      "/site/types": TYPES,
      "/site/verify": new Refusal(20089, `Site validation failed: ${why}`),
    });
    const { unmount } = renderInApp(<ChannelProof verify={5} onClose={() => {}} />);

    await userEvent.click(await screen.findByRole("button", { name: "Check now" }));

    expect(await screen.findAllByText(words)).not.toHaveLength(0);
    expect(useToasts.getState().list).toHaveLength(1);
    unmount();
    expect(useToasts.getState().list).toHaveLength(0);
  },
);
