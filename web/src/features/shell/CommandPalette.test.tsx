import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { SearchResult } from "@/api/gen/types.gen";
import { useSession } from "@/api/session";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { CommandPalette } from "./lazy/CommandPalette";
import { paletteOf } from "./lazy/paletteEntries";

const result: SearchResult = {
  brands: [
    { mcid: "loomfield", name: "Loomfield", logo: null, status: "online", commission: "8%" },
    { mcid: "loom", name: "Loom", logo: null, status: "offline", commission: "4%" },
  ],
  orders: [
    {
      oid: 7,
      order_id: "LO-7",
      brand_name: "Loomfield",
      order_time: "2026-11-20T10:00:00Z",
      status: "Pending",
      sale_amount: "12.50",
      currency: "GBP",
    },
  ],
  links: [
    {
      link_id: 3,
      code: "abc",
      brand_name: "Loomfield",
      target_url: "https://l.example/",
      note: "",
    },
  ],
  channels: [{ site_id: 5, name: "Loom blog", website: "https://b.example", status: 1 }],
};

test("what is found stands by kind, each with the page where it is", () => {
  const groups = paletteOf(maya, { sought: "lo", result });
  const links = Object.fromEntries(
    groups.map(({ label, entries }) => [label, entries.map(({ link }) => link)]),
  );
  expect(links).toMatchObject({
    Brands: [
      { to: "/brands/$mcid", params: { mcid: "loomfield" } },
      { to: "/brands/$mcid", params: { mcid: "loom" } },
    ],
    Orders: [{ to: "/reports/transactions", search: { oid: 7 } }],
    Links: [{ to: "/tools/link-generator", search: { keyword: "abc", link: 3 } }],
    Channels: [{ to: "/settings/channel", search: { edit: 5 } }],
  });
  expect(groups[0]?.entries[1]?.description).toBe("Offline");
  expect(groups.at(-1)?.entries.at(-1)?.label).toBe("Search help for “lo”");
});

test("an operator is led to a look at the brand, and has no publisher's actions", () => {
  const operator = { ...maya, roles: ["operator"], default_site: null };
  const groups = paletteOf(operator, { sought: "", result });
  expect(groups[0]?.entries[0]?.link).toMatchObject({
    to: "/network",
    search: { look: "loomfield" },
  });
  const labels = groups.flatMap(({ entries }) => entries.map(({ label }) => label));
  expect(labels).not.toContain("Create a link");
  expect(labels).not.toContain("Refer a Friend");
});

const namesOf = (sought: string, user = maya) =>
  paletteOf(user, { sought }).flatMap(({ entries }) => entries.map(({ label }) => label));

test.each([
  ["sign out", "Logout"],
  ["logout", "Logout"],
  ["change password", "Login Information"],
  ["password", "Login Information"],
  ["two-step", "Login Information"],
  ["payout", "Payment Settings"],
  ["payouts", "Summary"],
  ["invoice", "Details"],
  ["dark", "Appearance: Dark"],
  ["appearance", "Appearance: Light"],
  ["clicks", "Clicks"],
  ["cases", "Cases"],
  ["missing order", "Cases"],
  ["refer", "Refer a Friend"],
  ["invite", "Refer a Friend"],
  ["news", "Announcements"],
  ["exports", "Downloads"],
])("%s finds %s", (typed, page) => {
  expect(namesOf(typed)).toContain(page);
});

test("what is named so comes before what is also called so", () => {
  expect(namesOf("link")[0]).toBe("Link Generator");
  expect(namesOf("payments").slice(0, 2)).toEqual(["Summary", "Details"]);
});

test("pages about brands and links open on the channel they were on last", () => {
  const links = paletteOf(maya, { sought: "", result: { ...result, links: [] }, siteId: 5 })
    .flatMap(({ entries }) => entries)
    .filter(({ label }) => ["Loomfield", "My Brands", "Create a link"].includes(label));
  expect(links.map(({ link }) => link?.search)).toMatchObject(
    ["Loomfield", "My Brands", "Create a link"].map(() => ({ site_id: 5 })),
  );
});

const nothing = { brands: [], orders: [], links: [], channels: [] };

test("nonsense finds nothing, and says so beside the search of help", async () => {
  mockPortal({ "/user/profile": maya, "/home/search": nothing });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "qwxz");

  expect((await screen.findAllByText("Nothing found")).length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Search help for “qwxz”" })).toBeTruthy();
});

test("one signs out from the search", async () => {
  useSession.getState().signIn("token");
  const calls = mockPortal({
    "/user/profile": maya,
    "/home/search": nothing,
    "/auth/sign_out": null as never,
  });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "log out");
  await userEvent.click(await screen.findByRole("button", { name: "Logout" }));

  expect(calls.map(({ path }) => path)).toContain("/auth/sign_out");
  expect(useSession.getState().token).toBe("");
});

test("one types, and the portal is asked once for what one typed", async () => {
  const calls = mockPortal({ "/user/profile": maya, "/home/search": result });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "loom");

  expect(await screen.findByRole("button", { name: /LO-7/ })).toBeTruthy();
  const first = screen.getByRole("button", { name: /Loomfield.*8%/ });
  await waitFor(() => expect(first.dataset.selected).toBe("true"));
  const searches = calls.filter(({ path }) => path === "/home/search");
  expect(searches.map(({ req }) => req.attributes).at(-1)).toEqual({ keyword: "loom" });
  expect(searches.length).toBeLessThan(4);
});

test("pages are found also where the search fails, and it says so", async () => {
  mockPortal({ "/user/profile": maya, "/home/search": new Refusal(21005, "Not available") });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "perf");

  expect(await screen.findByRole("button", { name: /Performance/ })).toBeTruthy();
  await waitFor(() =>
    expect(
      within(screen.getByText(/could not be searched/).parentElement as HTMLElement).getByRole(
        "button",
        { name: "Retry" },
      ),
    ).toBeTruthy(),
  );
});
