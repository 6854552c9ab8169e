import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { articleOf, PageHelp } from "./lazy/PageHelp";
import { NoticeBell } from "./NoticeBell";

const row = (slug: string, page: string | null) => ({
  slug,
  section: "start" as const,
  title: `About ${slug}`,
  summary: "",
  page,
});
const list = [row("brands", "/brands"), row("pay", "/settings/payment"), row("all", null)];

test("a page's article is the one whose path is the longest beginning of its own", () => {
  const slugFor = (path: string) => articleOf(path, [...list, row("one", "/brands/find")])?.slug;
  expect(slugFor("/brands/find")).toBe("one");
  expect(slugFor("/brands/loomfield")).toBe("brands");
  expect(slugFor("/settings/payment-add-bank")).toBe("pay");
  expect(slugFor("/brandsomething")).toBeUndefined();
  expect(slugFor("/network")).toBeUndefined();
});

test("help opens with the article of the page", async () => {
  mockPortal({
    "/home/help": { list, total: 3 },
    "/home/help_article": { ...row("brands", "/brands"), body: "Apply first.", position: 1 },
  });
  renderInApp(<PageHelp path="/brands/find" />);

  expect(await screen.findByText("Apply first.")).toBeTruthy();
});

test("where a page has none, help lists them all", async () => {
  mockPortal({ "/home/help": { list, total: 3 } });
  renderInApp(<PageHelp path="/network" />);

  expect(await screen.findByRole("link", { name: "About all" })).toBeTruthy();
});

test("the bell counts what is unread, and shows it by kind", async () => {
  const notice = {
    id: 7,
    kind: "payments" as const,
    title: "Paid early",
    published_at: "2026-11-20T10:00:00Z",
    read: false,
  };
  const unread = [
    { kind: "payments" as const, unread: 2 },
    { kind: "service" as const, unread: 1 },
  ];
  const calls = mockPortal({
    "/user/profile": maya,
    "/home/notices": { list: [notice], total: 3, unread },
  });
  renderInApp(<NoticeBell />);

  await userEvent.click(await screen.findByRole("button", { name: "Announcements, 3 unread" }));
  const latest = await screen.findByRole("list", { name: "Latest" }, { timeout: 5_000 });
  const link = within(latest).getByRole("link", { name: /Paid early/ });
  expect(link.getAttribute("href")).toBe("/announcements?notice=7");
  await userEvent.click(screen.getByRole("button", { name: "Payments, 2 unread" }));
  expect(calls.at(-1)?.req.filter).toEqual({ kind: "payments" });
});
