import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { BulkCheck, BulkRow } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { BulkLinks } from "./BulkLinks";

interface Item {
  target_url: string;
  mcid?: string;
}

const brands: Record<string, string> = { "a.example": "Acme", "b.example": "Bolt" };

/** What the portal would say of a page, as its rules are. */
function check({ target_url, mcid }: Item, index: number): BulkCheck {
  const none = { mcid: "", brand_name: "", choices: [], warnings: [], rule: null, limit: null };
  const row = { ...none, row: index + 1, target_url };
  const host = URL.canParse(target_url) ? new URL(target_url).hostname : "";
  if (!host)
    return { ...row, code: 20188, message: "Invalid target URL: give one", field: "target_url" };
  if (host === "many.example" && !mcid) {
    const choices = [
      { mcid: "one", name: "One" },
      { mcid: "two", name: "Two" },
    ];
    return { ...row, code: 21000, message: "Several brands", field: "mcid", choices };
  }
  if (host === "foreign.example") {
    const brand = { mcid: "foreign", brand_name: "Foreign" };
    return { ...row, ...brand, code: 20187, message: "Not joined", field: "mcid" };
  }
  if (host === "stopped.example") {
    const brand = { mcid: "stopped", brand_name: "Stopped" };
    const message = "Stopped is paused: no new links";
    return { ...row, ...brand, code: 20201, message, field: "mcid" };
  }
  const name = mcid ?? brands[host];
  if (!name)
    return { ...row, code: 20203, message: `No brand accepts ${host}`, field: "target_url" };
  return { ...row, mcid: name, brand_name: name, code: 0, message: "ok", field: "" };
}

function make(item: Item, index: number): BulkRow {
  const { warnings, ...row } = check(item, index);
  const short = `https://portal.example/s/${item.target_url.slice(-6).replace(/\W/g, "")}`;
  const link = {
    link_id: index + 1,
    code: "x",
    tracking_url: short,
    tracking_url_short: short,
    warnings,
  };
  return { ...row, link: row.code === 0 ? link : null };
}

const itemsOf = (req: Record<string, unknown>) => (req.attributes as { items: Item[] }).items;
const portal = {
  "/user/profile": maya,
  "/site/list": { list: [], total: 0, next: null },
  "/tools/link_bulk_preview": (req: Record<string, unknown>) => ({ list: itemsOf(req).map(check) }),
  "/tools/link_bulk": (req: Record<string, unknown>) => ({ list: itemsOf(req).map(make) }),
};
const sentRows = (calls: ReturnType<typeof mockPortal>) =>
  calls.filter(({ path }) => path === "/tools/link_bulk").map(({ req }) => itemsOf(req));

beforeEach(() => sessionStorage.clear());

async function openAndPaste(text: string) {
  renderInApp(<BulkLinks siteId={undefined} onChannel={() => {}} />);
  const rows = await screen.findByLabelText<HTMLTextAreaElement>(/Pages/);
  if (text) {
    await userEvent.click(rows);
    await userEvent.paste(text);
  }
  return rows;
}
const pressCreate = async (name: RegExp | string) =>
  userEvent.click(await screen.findByRole("button", { name }));

const good = Array.from({ length: 17 }, (_, n) => `https://a.example/p${n}`);
const twenty = ["nonsense", ...good, "https://nobody.example/", "https://foreign.example/"];

test("of twenty links of which three are invalid, 17 are made, and the others once corrected", async () => {
  const calls = mockPortal(portal);
  const rows = await openAndPaste(twenty.join("\n"));

  await screen.findByText("17 of 20 rows are ready");
  await pressCreate("Create 17 links");
  const summary = await screen.findByText("17 links are ready, 3 could not be created");
  await expect.poll(() => document.activeElement).toBe(summary);

  expect(screen.getByText("3 links could not be created")).toBeTruthy();
  expect(rows.value).toBe([twenty[0], ...twenty.slice(-2)].join("\n"));
  const result = screen.getByRole("region", { name: "Result" });
  expect(within(result).getAllByRole("listitem")).toHaveLength(17);
  const below = screen.getByText("3 links could not be created");
  expect(result.compareDocumentPosition(below)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

  await userEvent.clear(rows);
  await userEvent.paste("https://b.example/new");
  await screen.findByText("1 row is ready");
  await pressCreate("Create 1 link");
  await screen.findByText("18 links are ready");
  expect(sentRows(calls).map((rows) => rows.length)).toEqual([20, 1]);
  expect(sentRows(calls)[1]?.[0]?.target_url).toBe("https://b.example/new");
});

test("an error of several bulk links is shown once, above the valid rows, with the rows it concerns", async () => {
  mockPortal(portal);
  await openAndPaste("https://a.example/1\nnonsense\nhttps://b.example/2,blog\nrubbish");

  const reason = await screen.findByText("Invalid target URL: give one");
  const ready = screen.getByRole("list", { name: "Rows that are ready" });
  expect(reason.compareDocumentPosition(ready)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(reason.parentElement?.textContent).toContain("Row 2 nonsense");
  expect(reason.parentElement?.textContent).toContain("Row 4 rubbish");
  const [first, second] = within(ready).getAllByRole("listitem");
  expect(first?.textContent).toBe("1a.example/1Acme");
  expect(second?.textContent).toBe("3b.example/2Bolt · Label 1: blog");
});

test("the brand of bulk links to pages that several brands accept is chosen once for all", async () => {
  const calls = mockPortal(portal);
  await openAndPaste("https://many.example/1\nhttps://a.example/1\nhttps://many.example/2");
  await screen.findByText("One and Two accept links to this page. Choose one");

  await userEvent.click(screen.getByRole("combobox", { name: "Brand" }));
  await userEvent.click(await screen.findByRole("option", { name: "Two" }));

  await screen.findByText("3 rows are ready");
  await pressCreate("Create 3 links");
  await screen.findByText("3 links are ready");
  expect(sentRows(calls)[0]?.map(({ mcid }) => mcid)).toEqual(["two", undefined, "two"]);
});

test("a bulk link to a brand that is not joined offers to apply", async () => {
  mockPortal(portal);
  await openAndPaste("https://foreign.example/1\nhttps://foreign.example/2");

  expect(await screen.findAllByText("This channel has not joined Foreign")).toHaveLength(1);
  const apply = screen.getByRole("link", { name: "Apply to Foreign" });
  expect(apply.getAttribute("href")).toMatch(/^\/brands\/foreign/);
  expect(screen.getByRole("button", { name: "Check again" })).toBeTruthy();
});

test("a bulk link to a paused brand says so, and offers no application", async () => {
  mockPortal(portal);
  await openAndPaste("https://stopped.example/1");

  expect(await screen.findByText("Stopped is paused: no new links")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Apply/ })).toBeNull();
});

test("the result of bulk links survives a reload and invalid rows, until it is cleared", async () => {
  mockPortal(portal);
  await openAndPaste("https://a.example/1");
  await screen.findByText("1 row is ready");
  await pressCreate("Create 1 link");
  await screen.findByText("1 link is ready");

  cleanup();
  const rows = await openAndPaste("Label,Shop\nblog,acme");
  expect(screen.getByText(/Not recognised: Shop. The headings can be target_url/)).toBeTruthy();
  expect(screen.getByText("1 link is ready")).toBeTruthy();
  await userEvent.clear(rows);
  await userEvent.paste("https://a.example/1\n".repeat(101));
  expect(screen.getByText(/101 rows/)).toBeTruthy();
  expect(screen.getByText("1 link is ready")).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByText("1 link is ready")).toBeNull();
  expect(rows.value).toContain("https://a.example/1");
});

test("bulk links are copied alone and with their pages, and saved with the refused rows first", async () => {
  const user = userEvent.setup();
  mockPortal(portal);
  await openAndPaste("https://a.example/p1\nnonsense\nhttps://b.example/p2");
  await screen.findByText("2 of 3 rows are ready");
  await pressCreate("Create 2 links");
  await screen.findByText("2 links are ready, 1 could not be created");
  const copy = async (name: string) => {
    await user.click(screen.getByRole("button", { name }));
    return navigator.clipboard.readText();
  };

  const [one, two] = ["https://portal.example/s/plep1", "https://portal.example/s/plep2"];
  expect(await copy("Copy all links")).toBe(`${one}\n${two}`);
  expect(await copy("Copy with pages")).toBe(
    `${one}\thttps://a.example/p1\n${two}\thttps://b.example/p2`,
  );
  const file = screen.getByRole("link", { name: "Save as CSV" }).getAttribute("href") ?? "";
  const lines = decodeURIComponent(file.split(",").slice(1).join(",")).trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[1])).toEqual([
    '"nonsense"',
    '"https://a.example/p1"',
    '"https://b.example/p2"',
  ]);
});

/** The answer of the first `/tools/link_bulk` is lost; the keys of all. */
function loseFirstAnswer() {
  const keys: string[] = [];
  const answer = fetch;
  vi.stubGlobal("fetch", (url: string, request: { body: string }) => {
    if (!url.endsWith("/tools/link_bulk")) return answer(url, request);
    keys.push(JSON.parse(request.body).req.header.idempotency_key);
    return keys.length === 1 ? Promise.reject(new TypeError("lost")) : answer(url, request);
  });
  return keys;
}

test("bulk links whose answer was lost are not made twice, even after a reload", async () => {
  mockPortal(portal);
  const keys = loseFirstAnswer();
  const rows = await openAndPaste("https://a.example/1");
  await screen.findByText("1 row is ready");
  await pressCreate("Create 1 link");
  await screen.findByText(/could not reach the portal/);
  expect(rows.readOnly).toBe(true);

  cleanup();
  await openAndPaste("");
  expect(screen.getByText(/their result did not arrive/)).toBeTruthy();
  await pressCreate("Send 1 row again");

  await screen.findByText("1 link is ready");
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("the result of bulk links and the typed rows stay when the next call fails", async () => {
  mockPortal(portal);
  await openAndPaste("https://a.example/1");
  await screen.findByText("1 row is ready");
  await pressCreate("Create 1 link");
  await screen.findByText("1 link is ready");
  loseFirstAnswer();

  const rows = await screen.findByLabelText<HTMLTextAreaElement>(/Pages/);
  await userEvent.click(rows);
  await userEvent.paste("https://a.example/2");
  await pressCreate("Create 1 link");

  await screen.findByText(/could not reach the portal/);
  expect(screen.getByText("1 link is ready")).toBeTruthy();
  expect(rows.value).toBe("https://a.example/2");
  await userEvent.click(screen.getByRole("button", { name: "Change the rows" }));
  expect(rows.readOnly).toBe(false);
});

test("bulk links can be made although rows cannot be checked", async () => {
  const { "/tools/link_bulk_preview": _, ...others } = portal;
  mockPortal(others);
  await openAndPaste("https://a.example/1\nnonsense");

  await screen.findByText(/could not be checked now/);
  await pressCreate("Create 2 links");

  await screen.findByText("1 link is ready, 1 could not be created");
  expect(screen.getByText("1 link could not be created")).toBeTruthy();
});

test("a file of bulk links that is far too large is refused in place", async () => {
  mockPortal(portal);
  const { container } = renderInApp(<BulkLinks siteId={undefined} onChannel={() => {}} />);
  const rows = await screen.findByLabelText<HTMLTextAreaElement>(/Pages/);
  const input = container.querySelector<HTMLInputElement>("input[type=file]");

  await userEvent.upload(input as HTMLInputElement, new File(["x".repeat(1_000_001)], "big.csv"));

  expect(await screen.findByText(/larger than 1 MB/)).toBeTruthy();
  expect(rows.value).toBe("");

  await userEvent.upload(input as HTMLInputElement, new File(["https://a.example/1"], "small.csv"));

  await waitFor(() => expect(rows.value).toBe("https://a.example/1"));
  expect(screen.queryByText(/larger than 1 MB/)).toBeNull();
});
