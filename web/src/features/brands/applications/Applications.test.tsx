import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { ApplicationRow, BrandStanding, Site } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { ApplicationList } from "./ApplicationList";
import { StandingTable } from "./StandingTable";
import { applicationSearch, keyIn, keyOf } from "./searchParams";

const waiting = {
  mcid: "acme",
  mid: 1,
  brand_name: "Acme",
  logo: null,
  brand_status: "online",
  approval: "manual",
  site_id: 2,
  site_name: "Blog",
  relationship: 1,
  reason: null,
  ended_by: null,
  message: "My readers ask for it",
  applied_at: "2026-11-01T10:00:00Z",
  age_days: 12,
  decided_at: null,
  usual_answer: { median_days: 3, p90_days: 9, applications: 30, source: "all" },
} as unknown as ApplicationRow;
const rejected = {
  ...waiting,
  mcid: "bolt",
  brand_name: "Bolt",
  relationship: 3,
  reason: "Sports channels only",
  usual_answer: null,
} as ApplicationRow;
const channels = [
  { id: 1, name: "example.com", status: 1 },
  { id: 2, name: "Blog", status: 1 },
  { id: 3, name: "New site", status: 0 },
] as Site[];
const standing = {
  mcid: "acme",
  mid: 1,
  name: "Acme",
  logo: null,
  status: "online",
  approval: "manual",
  commission: "5%",
  channels: [
    {
      site_id: 1,
      relationship: 2,
      reason: null,
      ended_by: null,
      applied_at: "2026-11-01T10:00:00Z",
    },
  ],
} as unknown as BrandStanding;
const portal = {
  "/user/profile": { ...maya, permissions: ["site.edit", "brand.read"] },
  "/site/list": { list: channels, total: 3, next: null },
  "/brands/applications": { list: [waiting, rejected], total: 2, next: null },
  "/brands/standings": { list: [standing], total: 1, next: null },
};

function open(search = {}) {
  const onSearch = vi.fn();
  renderInApp(<ApplicationList search={search} onSearch={onSearch} />);
  return onSearch;
}

test("applications are listed with their age, state and the brand's usual answer", async () => {
  mockPortal(portal);
  const onSearch = open();

  const table = within(await screen.findByRole("table", { name: "Applications" }));
  const [, first, second] = table.getAllByRole("row");
  expect(within(first as HTMLElement).getByText("12 days")).toBeTruthy();
  expect(within(first as HTMLElement).getByText("About 3 days")).toBeTruthy();
  expect(within(first as HTMLElement).getByText(/longer than usual/)).toBeTruthy();
  expect(within(second as HTMLElement).getByText("Rejected")).toBeTruthy();
  await userEvent.click(table.getByText("Bolt"));
  expect(onSearch).toHaveBeenCalledWith({ look: "bolt.2" });
});

test("the drawer of a declined application says why and how long answers take, and offers to apply again", async () => {
  mockPortal(portal);
  open({ look: "bolt.2" });

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("Sports channels only")).toBeTruthy();
  expect(drawer.getByText("My readers ask for it")).toBeTruthy();
  expect(drawer.getByRole("button", { name: "Apply again to Bolt" })).toBeTruthy();
});

test("filters of applications in the URL are sent to the portal", async () => {
  const calls = mockPortal({
    ...portal,
    "/brands/applications": { list: [], total: 0, next: null },
  });
  open(applicationSearch({ state: "3", channel: "2", brand: "bolt", curPage: 2 }));

  expect(await screen.findByText("No application matches")).toBeTruthy();
  expect(calls.find(({ path }) => path === "/brands/applications")?.req).toMatchObject({
    filter: { status: 3, site_id: 2, mcid: "bolt" },
    page: { curPage: 2, perPage: 20 },
  });
});

test("an application is withdrawn for its own channel, and the list is loaded again", async () => {
  const calls = mockPortal({
    ...portal,
    "/brands/leave": { mcid: "acme", site_id: 2, relationship: 0 },
  });
  open();

  await userEvent.click(
    await screen.findByRole("button", { name: "Withdraw the application to Acme" }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw application" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/brands/leave")).toEqual([{ mcid: "acme", site_id: 2 }]),
  );
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === "/brands/applications").length).toBeGreaterThan(1),
  );
});

test("the list without applications says what to do", async () => {
  mockPortal({ ...portal, "/brands/applications": { list: [], total: 0, next: null } });
  open();

  expect(await screen.findByText("No applications yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Find brands" })).toBeTruthy();
});

test("a list of applications that cannot be loaded offers to try again", async () => {
  mockPortal({ ...portal, "/brands/applications": new Refusal(21005, "Not available just now") });
  open();

  expect(await screen.findByRole("button", { name: /again|Retry/ })).toBeTruthy();
});

test("the URL names an application by its brand and channel, and any other value names none", () => {
  expect(keyIn(keyOf({ mcid: "acme-2", site_id: 7 }))).toEqual({ mcid: "acme-2", site_id: 7 });
  expect([keyIn("acme"), keyIn("acme.x"), keyIn(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("brands by channel show each channel's status, and a channel without an application can apply", async () => {
  const calls = mockPortal({
    ...portal,
    "/brands/apply": {
      list: [{ mcid: "acme", code: 0, message: "ok", relationship: 1, site_id: 2 }],
    },
  });
  renderInApp(<StandingTable search={{ view: "channels" }} onSearch={() => {}} />);

  const table = within(await screen.findByRole("table", { name: "Brands by channel" }));
  expect(await table.findByRole("columnheader", { name: "Blog" })).toBeTruthy();
  expect(table.getByText("Joined")).toBeTruthy();
  expect(table.getByText("Not applied")).toBeTruthy();
  await userEvent.click(table.getByRole("button", { name: "Apply to Acme" }));
  await userEvent.click(await screen.findByRole("button", { name: "Send application" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/brands/apply")).toEqual([{ mcids: ["acme"], site_id: 2 }]),
  );
});

test("brands by channel are shown once the channels are known", async () => {
  type Channels = (typeof portal)["/site/list"];
  let answerChannels = (_: Channels) => {};
  const listed = new Promise<Channels>((resolve) => {
    answerChannels = resolve;
  });
  const calls = mockPortal({ ...portal, "/site/list": listed });
  renderInApp(<StandingTable search={{ view: "channels" }} onSearch={vi.fn()} />);
  await waitFor(() => expect(attributesOf(calls, "/brands/standings")).toHaveLength(1));
  expect(screen.queryByText("Acme")).toBeNull();

  answerChannels(portal["/site/list"]);

  expect(await screen.findByText("Acme")).toBeTruthy();
});

test("all channels that have not applied apply in one call, and some can be left out", async () => {
  const none = { ...standing, channels: [] };
  const outcome = (site_id: number) => ({
    mcid: "acme",
    code: 0,
    message: "ok",
    relationship: 1 as const,
    site_id,
  });
  const calls = mockPortal({
    ...portal,
    "/brands/standings": { list: [none], total: 1, next: null },
    "/brands/apply": { list: [outcome(1), outcome(2)] },
  });
  renderInApp(<StandingTable search={{ view: "channels" }} onSearch={() => {}} />);

  await userEvent.click(
    await screen.findByRole("button", { name: "Apply to Acme with 2 channels" }),
  );
  expect((await screen.findByLabelText<HTMLInputElement>("Blog")).checked).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Send application" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/brands/apply")).toEqual([{ mcids: ["acme"], site_ids: [1, 2] }]),
  );
  expect(await screen.findByText("2 pending")).toBeTruthy();
});
