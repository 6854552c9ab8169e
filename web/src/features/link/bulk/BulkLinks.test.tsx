import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { BulkRow } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { BulkLinks } from "./BulkLinks";

const made = {
  row: 1,
  target_url: "https://a.example/1",
  code: 0,
  message: "ok",
  field: "",
  link: { tracking_url_short: "https://portal.example/s/x", tracking_url: "", warnings: [] },
} as unknown as BulkRow;
const refused: BulkRow = {
  ...made,
  row: 2,
  target_url: "https://b.example/2",
  code: 20203,
  message: "URL not supported",
  link: null,
};
const portal = {
  "/user/profile": maya,
  "/site/list": { list: [], total: 0, next: null },
  "/brands/find": { list: [], total: 0, next: null } as never,
};

beforeEach(() => sessionStorage.clear());

test("what was made is not made again by another click", async () => {
  const calls = mockPortal({ ...portal, "/tools/link_bulk": { list: [made, refused] } });
  renderInApp(<BulkLinks siteId={undefined} onChannel={() => {}} />);
  const rows = await screen.findByLabelText<HTMLTextAreaElement>(/Pages/);
  await userEvent.type(rows, "https://a.example/1\nhttps://b.example/2");

  await userEvent.click(screen.getByRole("button", { name: "Create 2 links" }));

  await screen.findByText("1 link is ready");
  expect(rows.value).toBe("https://b.example/2");
  expect(calls.filter(({ path }) => path === "/tools/link_bulk")).toHaveLength(1);
});

test("a row without a brand says where one is chosen", async () => {
  const text = "`attributes.mcid` or `attributes.mid` is required";
  const row = { ...refused, code: 21000, message: text, field: "mcid" };
  mockPortal({ ...portal, "/tools/link_bulk": { list: [row] } });
  renderInApp(<BulkLinks siteId={undefined} onChannel={() => {}} />);
  await userEvent.type(await screen.findByLabelText(/Pages/), "https://b.example/2");

  await userEvent.click(screen.getByRole("button", { name: "Create 1 link" }));

  await screen.findByText("Choose a brand above, or name one in a column mcid");
});

test("links whose answer was lost are not made twice by another click", async () => {
  mockPortal({ ...portal, "/tools/link_bulk": { list: [made] } });
  const keys: string[] = [];
  const answer = fetch;
  vi.stubGlobal("fetch", (url: string, request: { body: string }) => {
    if (!url.endsWith("/tools/link_bulk")) return answer(url, request);
    keys.push(JSON.parse(request.body).req.header.idempotency_key);
    return keys.length === 1 ? Promise.reject(new TypeError("lost")) : answer(url, request);
  });
  renderInApp(<BulkLinks siteId={undefined} onChannel={() => {}} />);
  const rows = await screen.findByLabelText<HTMLTextAreaElement>(/Pages/);
  await userEvent.type(rows, "https://a.example/1");

  await userEvent.click(screen.getByRole("button", { name: "Create 1 link" }));
  await screen.findByText(/could not reach the portal/);
  await userEvent.click(screen.getByRole("button", { name: "Create 1 link" }));

  await screen.findByText("1 link is ready");
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("a file that is far too large is refused in place", async () => {
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

test("a result does not stay beside what is wrong with the next rows", async () => {
  mockPortal({ ...portal, "/tools/link_bulk": { list: [made] } });
  renderInApp(<BulkLinks siteId={undefined} onChannel={() => {}} />);
  const rows = await screen.findByLabelText<HTMLTextAreaElement>(/Pages/);
  const make = async () => {
    await userEvent.click(rows);
    await userEvent.paste("https://a.example/1");
    await userEvent.click(screen.getByRole("button", { name: "Create 1 link" }));
    await screen.findByText("1 link is ready");
  };

  await make();
  await userEvent.click(rows);
  await userEvent.paste("https://a.example/1\n".repeat(101));
  expect(screen.getByText(/101 rows/)).toBeTruthy();
  expect(screen.queryByText("1 link is ready")).toBeNull();

  await userEvent.clear(rows);
  await make();
  await userEvent.click(rows);
  await userEvent.paste("url,brand\nhttps://a.example/1,acme");
  expect(
    screen.getByText(/Not recognised: url, brand. The headings can be target_url/),
  ).toBeTruthy();
  expect(screen.queryByText("1 link is ready")).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Create links" }).disabled).toBe(
    true,
  );
});
