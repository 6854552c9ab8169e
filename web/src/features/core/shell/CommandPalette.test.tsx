import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { SearchResult } from "@/api/gen/types.gen";
import { useSession } from "@/api/session";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { typeAtOnce } from "@/testing/typing";

import { CommandPalette } from "./lazy/CommandPalette";
import { numberIn, paletteOf } from "./lazy/paletteEntries";

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
  payments: [
    {
      payment_id: 700009,
      request_date: "2026-11-20T10:00:00Z",
      status: "sent",
      net: "412.60",
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

test("search results are grouped by kind, each with a link to its page", () => {
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
    Payments: [{ to: "/payments/details", search: { payment_id: 700009 } }],
    Links: [{ to: "/tools/link-generator", search: { keyword: "abc", link: 3 } }],
    Channels: [{ to: "/settings/channel", search: { edit: 5 } }],
  });
  expect(groups[0]?.entries[1]?.description).toBe("Offline");
  expect(groups.at(-1)?.entries.at(-1)?.label).toBe("Search help for “lo”");
});

test("a brand found by an operator opens its details, without a publisher's actions", () => {
  const operator = { ...maya, roles: ["operator"], default_site: null };
  const groups = paletteOf(operator, { sought: "", result });
  expect(groups[0]?.entries[0]?.link).toMatchObject({
    to: "/network/brands",
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
  ["payment method", "Payment Settings"],
  ["passkey", "Login Information"],
  ["payouts", "Summary"],
  ["invoice", "Details"],
  ["dark", "Appearance: Dark"],
  ["appearance", "Appearance: Light"],
  ["clicks", "Clicks"],
  ["cases", "Cases"],
  ["missing order", "Cases"],
  ["missing order", "Why is an order missing?"],
  ["why", "Why is an order missing?"],
  ["refer", "Refer a Friend"],
  ["invite", "Refer a Friend"],
  ["news", "Announcements"],
  ["exports", "Downloads"],
])("the search for %s finds the page %s", (typed, page) => {
  expect(namesOf(typed)).toContain(page);
});

test("a page with the searched name comes before one with it as a synonym", () => {
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

const nothing = { brands: [], orders: [], payments: [], links: [], channels: [] };

const noHelp = { list: [], total: 0, next: null };

test("a search without results says so and offers to search help", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/home/search": nothing,
    "/home/help": noHelp,
  });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "qwxz");

  expect((await screen.findAllByText("Nothing found")).length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Search help for “qwxz”" })).toBeTruthy();
  expect(calls.filter(({ path }) => path === "/home/help")).toHaveLength(1);
});

const article = (slug: string) => ({
  slug,
  section: "links",
  title: `How ${slug} works`,
  summary: "In short",
  page: null,
  of_page: false,
  excerpt: [],
});

test("a search that finds a page shows the articles of help about it, too", async () => {
  mockPortal({
    "/user/profile": maya,
    "/home/search": nothing,
    "/home/help": { list: [article("two-step")], total: 1, next: null } as never,
  });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "2fa");

  expect(await screen.findByRole("button", { name: /How two-step works/ })).toBeTruthy();
  const page = screen.getByRole("button", { name: /Login Information/ });
  await waitFor(() => expect(page.dataset.selected).toBe("true"));
});

test("a search that help alone answers shows its first articles", async () => {
  const list = ["one", "two", "three", "four"].map(article);
  mockPortal({
    "/user/profile": maya,
    "/home/search": nothing,
    "/home/help": { list, total: 4, next: null } as never,
  });
  renderInApp(<CommandPalette onClose={() => {}} />);

  await userEvent.type(await screen.findByPlaceholderText("Brand, order, link or page"), "qwxz");

  const first = await screen.findByRole("button", { name: /How one works/ });
  await waitFor(() => expect(first.dataset.selected).toBe("true"));
  expect(screen.getByRole("button", { name: /How three works/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /How four works/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Search help for “qwxz”" })).toBeTruthy();
  expect(screen.queryByText("Nothing found")).toBeNull();
});

test("the search offers to sign out", async () => {
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

test("fast typing sends a single search request", async () => {
  const calls = mockPortal({ "/user/profile": maya, "/home/search": result });
  renderInApp(<CommandPalette onClose={() => {}} />);

  const field = await screen.findByPlaceholderText("Brand, order, link or page");
  typeAtOnce(field, "loom");

  expect(await screen.findByRole("button", { name: /LO-7/ })).toBeTruthy();
  const first = screen.getByRole("button", { name: /Loomfield.*8%/ });
  await waitFor(() => expect(first.dataset.selected).toBe("true"));
  const searches = calls.filter(({ path }) => path === "/home/search");
  expect(searches.map(({ req }) => req.attributes)).toEqual([{ keyword: "loom" }]);
});

test.each([
  ["order LO-7", "LO-7"],
  ["payment 700009", "700009"],
  ["order no. 7", "7"],
  ["order status", "order status"],
])("the number in %s is searched for as %s", (typed, asked) => {
  expect(numberIn(typed)).toBe(asked);
});

test("if the portal's search fails, the palette says so and still finds pages", async () => {
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

test.each(["mails", "alert", "unsubscribe", "postback fails"])(
  "the search for “%s” finds the notification settings",
  (sought) => {
    const links = paletteOf(maya, { sought }).flatMap(({ entries }) =>
      entries.map(({ link }) => link),
    );
    expect(links).toContainEqual({ to: "/settings/profile", hash: "mails" });
  },
);
