import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { ArticleRow } from "@/api/gen/types.gen";
import { mockPortal, renderInApp } from "@/testing/portal";

import { ArticlePage } from "./ArticlePage";
import { HelpPage } from "./HelpPage";

const row = (slug: string, section: ArticleRow["section"]): ArticleRow => ({
  slug,
  section,
  title: `About ${slug}`,
  summary: `What ${slug} are.`,
  page: null,
  of_page: false,
  excerpt: [],
});
const list = [row("links", "links"), row("clicks", "links"), row("orders", "orders")];

test("help articles are listed by section", async () => {
  mockPortal({ "/home/help": { list, total: 3 } });
  renderInApp(<HelpPage keyword="" onSearch={() => {}} />);

  const links = await screen.findByRole("region", { name: "Links and clicks" });
  expect(within(links).getAllByRole("link")).toHaveLength(2);
  const article = screen.getByRole("link", { name: "About orders" });
  expect(article.getAttribute("href")).toBe("/help?article=orders");
});

test("a help search without results leads back to all articles", async () => {
  const calls = mockPortal({ "/home/help": { list: [], total: 0 } });
  const onSearch = vi.fn();
  renderInApp(<HelpPage keyword="xyz" onSearch={onSearch} />);

  await userEvent.click(await screen.findByRole("button", { name: "Show all articles" }));

  expect(onSearch).toHaveBeenCalledWith("");
  expect(calls[0]?.req.attributes).toEqual({ keyword: "xyz" });
});

test("a result of a help search shows the matching sentence with its words marked", async () => {
  const excerpt = [
    { text: "Turn on ", marked: false },
    { text: "two-step sign-in", marked: true },
    { text: ".", marked: false },
  ];
  const found = [{ ...row("safety", "account"), excerpt }, row("links", "links")];
  mockPortal({ "/home/help": { list: found, total: 2 } });
  renderInApp(<HelpPage keyword="2fa" onSearch={() => {}} />);

  expect((await screen.findByText("two-step sign-in")).tagName).toBe("MARK");
  expect(screen.queryByText("What safety are.")).toBeNull();
  expect(screen.getByText("What links are.")).toBeTruthy();
});

test("a help article shows its text, and the other articles of its section", async () => {
  mockPortal({
    "/home/help": { list, total: 3 },
    "/home/help_article": { ...row("links", "links"), body: "## First\n\nWords.", position: 1 },
  });
  renderInApp(<ArticlePage slug="links" />);

  expect(await screen.findByRole("heading", { level: 1, name: "About links" })).toBeTruthy();
  expect(screen.getByRole("heading", { level: 2, name: "First" })).toBeTruthy();
  const next = await screen.findByRole("region", { name: "Read next" });
  expect(
    within(next)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["About clicks"]);
});

test("an unknown help article says so, with a link to all articles", async () => {
  mockPortal({
    "/home/help": { list, total: 3 },
    "/home/help_article": new Refusal(21009, "Not found"),
  });
  renderInApp(<ArticlePage slug="gone" />);

  expect(await screen.findByRole("heading", { level: 1, name: "Article not found" })).toBeTruthy();
});
