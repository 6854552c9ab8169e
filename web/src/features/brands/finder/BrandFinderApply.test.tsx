import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { Brand, BrandInfo, Site } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { BrandFinder } from "./BrandFinder";

const acme = {
  mcid: "acme",
  mid: 1,
  name: "Acme",
  logo: null,
  categories: ["Home"],
  currency: "GBP",
  commission: "5%",
  cookie_days: 30,
  approval: "manual",
  status: "online",
  relationship: 0,
  epc: null,
  conversion_rate: null,
  approval_rate: null,
} as unknown as Brand;
const channels = [
  { id: 1, name: "example.com", status: 1 },
  { id: 2, name: "Blog", status: 1 },
  { id: 3, name: "New site", status: 0 },
] as Site[];

const portal = (brand: Brand) => ({
  "/user/profile": maya,
  "/site/list": { list: channels, total: 3, next: null },
  "/brands/facets": { categories: [], countries: [], offer_types: [], is_capped: false },
  "/brands/find": { list: [brand], total: 1, next: null },
  "/brands/info": brand as BrandInfo,
});
const pending = { ...acme, relationship: 1 } as Brand;

const show = (site_id?: number) =>
  renderInApp(<BrandFinder search={{ status: 0, site_id }} onSearch={() => {}} />);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("an application to a brand that reviews by hand can carry a message, and is made for the channel in the URL", async () => {
  const calls = mockPortal({
    ...portal(acme),
    "/brands/apply": {
      list: [{ mcid: "acme", code: 0, message: "ok", relationship: 1, site_id: 1 }],
    },
  });
  show(2);

  await userEvent.click(await screen.findByRole("button", { name: "Apply to Acme" }));
  expect(await screen.findByText(/We email you when it decides/)).toBeTruthy();
  expect(screen.getByText("Blog")).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/Message/), "My readers ask for it");
  await userEvent.click(screen.getByRole("button", { name: "Send application" }));

  expect(await screen.findByText("Waiting for the brand")).toBeTruthy();
  expect(screen.getByText("Pending")).toBeTruthy();
  expect(attributesOf(calls, "/brands/apply")).toEqual([
    { mcids: ["acme"], site_id: 2, message: "My readers ask for it" },
  ]);
});

test("the message of a failed application is kept", async () => {
  mockPortal({ ...portal(acme), "/brands/apply": new Refusal(21005, "Not available just now") });
  show();

  await userEvent.click(await screen.findByRole("button", { name: "Apply to Acme" }));
  await userEvent.type(await screen.findByLabelText(/Message/), "Hello");
  await userEvent.click(screen.getByRole("button", { name: "Send application" }));

  expect(await screen.findByText("Not available just now")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Message/).value).toBe("Hello");
});

test("an application is withdrawn after a confirmation", async () => {
  const calls = mockPortal({
    ...portal(pending),
    "/brands/leave": { mcid: "acme", site_id: 2, relationship: 0 },
  });
  show(2);

  await userEvent.click(
    await screen.findByRole("button", { name: "Withdraw the application to Acme" }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw application" }));

  expect(await screen.findByRole("button", { name: "Apply to Acme" })).toBeTruthy();
  expect(attributesOf(calls, "/brands/leave")).toEqual([{ mcid: "acme", site_id: 2 }]);
});

test.each([
  [2, "Acme accepted Blog", "Joined"],
  [3, "Acme rejected Blog", "Rejected"],
] as const)(
  "the brand page notices a decision on the application (%i) without a reload",
  async (relationship, news, badge) => {
    mockPortal(portal(pending));
    show(2);
    await screen.findByText("Waiting for the brand");

    mockPortal({
      ...portal({ ...acme, relationship } as Brand),
      "/brands/find": { list: [], total: 0, next: null },
    });
    act(() => void window.dispatchEvent(new Event("visibilitychange")));

    expect(await screen.findByText(news)).toBeTruthy();
    await waitFor(() => expect(screen.getByText(badge)).toBeTruthy());
  },
);

test("the brand page says that the channel is not approved instead of offering to apply", async () => {
  mockPortal(portal(acme));
  show(3);

  expect(await screen.findByText("This channel is not approved yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Apply/ })).toBeNull();
});
