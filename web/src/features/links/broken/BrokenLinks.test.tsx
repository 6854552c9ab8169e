import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { BrokenLink } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { BrokenLinks } from "./BrokenLinks";

const link: BrokenLink = {
  id: 7,
  link_id: 7,
  code: "abcdefghijklmn",
  mcid: "acme",
  brand_name: "Acme",
  site_id: 1,
  site_name: "Blog",
  type: 6,
  state: "open",
  target_url: "https://acme.example/gone",
  final_url: "https://acme.example/gone",
  http_status: 404,
  hops: [{ url: "https://acme.example/gone", status: 404 }],
  first_seen: "2026-11-20T09:00:00Z",
  last_checked: "2026-11-23T09:00:00Z",
  checking: false,
  clicks: 12,
  at_risk: "3.40",
  currency: "GBP",
  suggestion: null,
  fallback_url: null,
};
const portal = {
  "/user/profile": maya,
  "/tools/broken_links": { list: [link], total: 1 },
  "/site/list": { list: [], total: 0, next: null },
};

test("the reason for refusing a new target of a broken link is shown beside it", async () => {
  const refused = { id: 7, code: 20203, message: "URL not supported: Acme accepts links to acme" };
  const calls = mockPortal({ ...portal, "/tools/broken_fix": { list: [refused] } });
  renderInApp(<BrokenLinks search={{ link: 7 }} onSearch={() => undefined} />);

  const drawer = await screen.findByRole("dialog");
  const address = await within(drawer).findByLabelText("Address");
  await userEvent.type(address, "elsewhere.example/");
  await userEvent.click(within(drawer).getByRole("button", { name: "Set as target" }));

  await waitFor(() => expect(address.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText(refused.message)).toHaveLength(1);
  expect(calls.find(({ path }) => path === "/tools/broken_fix")?.req.attributes).toEqual({
    ids: [7],
    target_url: "https://elsewhere.example/",
  });
});

test("newly checked broken links are requested, and no row moves", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers = { ...portal, "/tools/broken_links": { list: [link], total: 1 } };
  const calls = mockPortal(answers);
  renderInApp(<BrokenLinks search={{ fault: 6 }} onSearch={() => undefined} />);
  await screen.findByText("Acme");
  const worse = { ...link, id: 8, link_id: 8, brand_name: "Worse", at_risk: "9.00" };
  const ignored = { ...worse, id: 9, link_id: 9, brand_name: "Ignored", state: "ignored" as const };
  const fixed = { ...link, state: "fixed" as const };
  answers["/tools/broken_links"] = { list: [worse, ignored, fixed], total: 3 };

  await vi.advanceTimersByTimeAsync(5_000);

  const filters = calls
    .filter(({ path }) => path === "/tools/broken_links")
    .map(({ req }) => req.filter);
  expect(filters.slice(0, 2)).toEqual([{ type: 6 }, { type: 6, after: link.last_checked }]);
  expect(await screen.findByText("Worse")).toBeTruthy();
  const list = within(screen.getByRole("table"));
  expect(await list.findByText("Fixed")).toBeTruthy();
  expect(list.queryByText("Ignored")).toBeNull();
  expect(screen.getByText("Total 2")).toBeTruthy();
  vi.useRealTimers();
});
