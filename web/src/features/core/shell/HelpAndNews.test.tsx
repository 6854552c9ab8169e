import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { PageHelp } from "./lazy/PageHelp";
import { NoticeBell } from "./NoticeBell";

const row = (slug: string, ofPage = false) => ({
  slug,
  section: "start" as const,
  title: `About ${slug}`,
  summary: "",
  page: null,
  of_page: ofPage,
  excerpt: [],
});

test("help opens with the article about the current page", async () => {
  mockPortal({
    "/home/help": { list: [row("brands", true), row("all")], total: 2 },
    "/home/help_article": { ...row("brands"), body: "Apply first.", position: 1 },
  });
  renderInApp(<PageHelp path="/brands/find" />);

  expect(await screen.findByText("Apply first.")).toBeTruthy();
});

test("a search in help is sent with the current page", async () => {
  const calls = mockPortal({ "/home/help": { list: [row("all")], total: 1 } });
  renderInApp(<PageHelp path="/brands/find" />);

  await userEvent.type(await screen.findByRole("searchbox"), "2fa");

  await waitFor(() =>
    expect(calls.at(-1)?.req.attributes).toEqual({ keyword: "2fa", page: "/brands/find" }),
  );
});

test("help on a page without articles lists all of them", async () => {
  mockPortal({ "/home/help": { list: [row("pay"), row("all")], total: 2 } });
  renderInApp(<PageHelp path="/network" />);

  expect(await screen.findByRole("link", { name: "About all" })).toBeTruthy();
});

test("the bell counts unread announcements, and shows them by kind", async () => {
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
  const latest = await screen.findByRole("list", { name: "Latest" });
  const link = within(latest).getByRole("link", { name: /Paid early/ });
  expect(link.getAttribute("href")).toBe("/announcements?notice=7");
  await userEvent.click(screen.getByRole("button", { name: "Payments, 2 unread" }));
  expect(calls.at(-1)?.req.filter).toEqual({ kind: "payments" });
});
