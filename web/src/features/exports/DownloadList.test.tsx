import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense, useState } from "react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { Download } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { parsePaging } from "@/ui/table/paging";

import { DownloadList } from "./DownloadList";

const ready: Download = {
  id: 7,
  kind: "report",
  filename: "performance-2026-10-01-2026-10-31.csv",
  status: 2,
  download_url: "/files/abc.csv?ticket=t1",
  progress: 100,
  rows: 31,
  size: 2_500,
  error: null,
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2026-11-27T10:00:00Z",
};
const waiting: Download = {
  ...ready,
  id: 8,
  filename: "clicks.xlsx",
  status: 0,
  rows: 0,
  progress: 0,
  download_url: null,
};
const failed: Download = {
  ...ready,
  id: 9,
  filename: "links.parquet",
  status: 3,
  error: "It stopped",
  download_url: null,
};

function Shown() {
  const [paging, setPaging] = useState(parsePaging({}, 5));
  return (
    <Suspense>
      <DownloadList paging={paging} onPage={setPaging} />
    </Suspense>
  );
}

const portal = (...list: Download[]) => ({
  "/user/profile": { ...maya, time_zone: "UTC" },
  "/common/download_list": { list, total: list.length, next: null },
  "/common/download_del": null,
  "/common/download_retry": waiting,
});

const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest("li");
  return within(found as HTMLElement);
};

test("a ready download opens in a new tab, and the list has five to a page", async () => {
  const calls = mockPortal({
    ...portal(ready),
    "/common/download_list": { list: [ready], total: 6, next: null },
  });
  renderInApp(<Shown />);

  const link = (await row(ready.filename)).getByRole("link", {
    name: `Download ${ready.filename}`,
  });

  expect(link.getAttribute("href")).toBe("/files/abc.csv?ticket=t1");
  expect(link.getAttribute("target")).toBe("_blank");
  const sizes = screen.getByLabelText("Page size");
  expect(
    within(sizes)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["5 / page", "10 / page", "20 / page", "50 / page"]);
  expect(calls.find(({ path }) => path === "/common/download_list")?.req.page).toEqual({
    curPage: 1,
    perPage: 5,
  });
});

test("a download without rows says so, and still has its header line", async () => {
  mockPortal(portal({ ...ready, rows: 0, size: 90 }, { ...ready, id: 10, filename: "full.csv" }));
  renderInApp(<Shown />);

  const empty = await row(ready.filename);
  expect(empty.getByText(/^No rows to export:/)).toBeTruthy();
  expect(empty.getByRole("link", { name: `Download ${ready.filename}` })).toBeTruthy();
  expect((await row("full.csv")).queryByText(/No rows/)).toBeNull();
});

test("a download in progress says so, and a failed download says why and can be retried", async () => {
  const calls = mockPortal(portal(waiting, failed));
  renderInApp(<Shown />);

  expect((await row("clicks.xlsx")).getByText("Processing")).toBeTruthy();
  const broken = await row("links.parquet");
  expect(broken.getByText("Failed")).toBeTruthy();
  expect(broken.getByText("It stopped")).toBeTruthy();
  await userEvent.click(broken.getByRole("button", { name: "Retry links.parquet" }));

  await expect
    .poll(() => calls.find(({ path }) => path === "/common/download_retry")?.req.attributes)
    .toEqual({ id: 9 });
});

test("deleting a download asks for confirmation, and reports success", async () => {
  const calls = mockPortal(portal(ready));
  const deletions = () => calls.filter(({ path }) => path === "/common/download_del");
  renderInApp(<Shown />);
  const one = await screen.findByRole("button", { name: `Delete ${ready.filename}` });

  await userEvent.click(one);
  const asks = await screen.findByRole("dialog");
  expect(within(asks).getByText("Are you sure you want to delete?")).toBeTruthy();
  expect(deletions()).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "OK" }));

  expect(await screen.findByText("Delete success!")).toBeTruthy();
  expect(deletions()[0]?.req.attributes).toEqual({ id: 7, clearAll: 0 });
});

test("all downloads are deleted after a confirmation, and a refusal is shown", async () => {
  const answers = { ...portal(ready), "/common/download_del": new Refusal(21009, "Not found") };
  const calls = mockPortal(answers);
  renderInApp(<Shown />);

  await userEvent.click(await screen.findByRole("button", { name: "Clear All" }));
  expect(await screen.findByText("Are you sure you want to delete all downloads?")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "OK" }));

  expect(await screen.findByText("Not found")).toBeTruthy();
  expect(calls.find(({ path }) => path === "/common/download_del")?.req.attributes).toEqual({
    id: 0,
    clearAll: 1,
  });
});

test("the empty list of downloads shows the specified text", async () => {
  mockPortal(portal());
  renderInApp(<Shown />);

  expect(await screen.findByText("No data ~.")).toBeTruthy();
  expect((screen.getByRole("button", { name: "Clear All" }) as HTMLButtonElement).disabled).toBe(
    true,
  );
});
