import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { NetworkArticle, NetworkNotice } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { NewsTab } from "./NewsTab";
import { phaseOf } from "./phase";
import type { NewsSearch } from "./searchParams";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["news.edit"],
  default_site: null,
} as User;
const notice: NetworkNotice = {
  id: 7,
  uid: 1001,
  publisher: "Maya writes",
  kind: "payments",
  title: "Paid early",
  published_at: "2026-11-01T10:00:00Z",
  ends_at: null,
  updated_at: "2026-11-01T10:00:00Z",
};
const article: NetworkArticle = {
  slug: "orders",
  section: "orders",
  title: "Orders",
  summary: "What they are.",
  body: "Text.",
  page: "/reports/transactions",
  position: 10,
  published: true,
  updated_at: null,
};
const renderNews = (search: NewsSearch) => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [], total: 0 } as never,
    "/network/notices": { list: [notice], total: 1, next: null },
    "/network/notice_info": { ...notice, updated_at: undefined, body: "Old text." } as never,
    "/network/notice_save": { id: 8 },
    "/network/banners": { list: [], total: 0 },
    "/network/banner_save": { id: 2 },
    "/network/articles": { list: [article], total: 1 },
    "/network/article_save": null,
  });
  renderInApp(<NewsTab search={search} onSearch={() => {}} />);
  return calls;
};
const field = (name: RegExp) => screen.findByLabelText(name);

beforeEach(() => sessionStorage.clear());

test("an announcement to everybody is written, with a preview", async () => {
  const calls = renderNews({ add: true });
  await userEvent.type(await field(/^Title/), "New brands");
  await userEvent.type(await field(/^Text/), "Look at **them**.");
  expect(within(screen.getByRole("region", { name: "Preview" })).getByText("them").tagName).toBe(
    "STRONG",
  );
  await userEvent.click(screen.getByRole("button", { name: "Save notice" }));

  expect(await screen.findByText("New brands saved")).toBeTruthy();
  expect(attributesOf(calls, "/network/notice_save")).toEqual([
    { kind: "product", title: "New brands", body: "Look at **them**." },
  ]);
});

test("an announcement to one publisher is edited in the list", async () => {
  const calls = renderNews({ edit: "1001.7" });
  const title = await field(/^Title/);
  await userEvent.clear(title);
  await userEvent.type(title, "Paid today");
  await userEvent.click(screen.getByRole("button", { name: "Save notice" }));

  expect(await screen.findByText("Paid today saved")).toBeTruthy();
  expect(attributesOf(calls, "/network/notice_info")[0]).toEqual({ id: 7, uid: 1001 });
  expect(attributesOf(calls, "/network/notice_save")[0]).toMatchObject({
    id: 7,
    uid: 1001,
    title: "Paid today",
    published_at: "2026-11-01T10:00:00.000Z",
  });
});

test("a banner is added", async () => {
  const calls = renderNews({ part: "banners", add: true });
  await userEvent.type(await field(/^Title/), "Gift season");
  await userEvent.click(screen.getByRole("button", { name: "Save banner" }));

  expect(await screen.findByText("Gift season saved")).toBeTruthy();
  expect(attributesOf(calls, "/network/banner_save")[0]).toMatchObject({ title: "Gift season" });
});

test("a built-in help article is edited in place", async () => {
  const calls = renderNews({ part: "articles", edit: "orders" });
  await userEvent.type(await field(/^Summary/), " And why.");
  await userEvent.click(screen.getByRole("button", { name: "Save article" }));

  expect(await screen.findByText("Orders saved")).toBeTruthy();
  expect(attributesOf(calls, "/network/article_save")[0]).toMatchObject({
    slug: "orders",
    summary: "What they are. And why.",
    published: true,
  });
});

test("a banner is scheduled, live or ended by its times", () => {
  const now = Date.parse("2026-11-20T10:00:00Z");
  expect(phaseOf("2026-11-21T10:00:00Z", null, now)).toBe("scheduled");
  expect(phaseOf("2026-11-19T10:00:00Z", null, now)).toBe("live");
  expect(phaseOf("2026-11-18T10:00:00Z", "2026-11-19T10:00:00Z", now)).toBe("ended");
});
