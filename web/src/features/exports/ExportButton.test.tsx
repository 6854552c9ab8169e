import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Download } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";

import { DownloadsButton } from "./DownloadsButton";
import { openDownloads } from "./downloadsStore";
import { ExportButton } from "./ExportButton";

const filter = { start_date: "2026-10-01", end_date: "2026-10-31" };
const answers = {
  "/user/profile": { ...maya, time_zone: "UTC" },
  "/common/download_list": { list: [], total: 0, next: null },
};
const renderButton = () =>
  renderInApp(
    <Suspense>
      <DownloadsButton />
      <ExportButton report="performance" filter={filter} />
    </Suspense>,
  );

afterEach(() => openDownloads(false));

const file = (status: Download["status"]): Download => ({
  id: 1,
  kind: "report",
  filename: "performance.xlsx",
  status,
  download_url: status === 2 ? "/files/abc.xlsx?ticket=t1" : null,
  progress: 0,
  rows: 0,
  size: null,
  error: null,
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2026-11-27T10:00:00Z",
});
const listing = (...list: Download[]) => ({ list, total: list.length, next: null });

async function pick(name: string) {
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  await user.click(await screen.findByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("menuitem", { name }));
}

describe("an export of the screen", () => {
  let fetched: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fetched = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      fetched.push(this.getAttribute("href") ?? "");
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("an export that is ready soon is downloaded once, without opening the downloads", async () => {
    let looks = 0;
    const calls = mockPortal({
      ...answers,
      "/reports/export": file(0),
      "/common/download_list": () => {
        looks += 1;
        return listing(file(looks < 2 ? 1 : 2));
      },
    });
    renderButton();

    await pick("Excel (XLSX)");

    expect(await screen.findByText(/^performance\.xlsx was downloaded/)).toBeTruthy();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched).toEqual(["/files/abc.xlsx?ticket=t1"]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(attributesOf(calls, "/reports/export")).toEqual([
      { report: "performance", format: "xlsx", filter },
    ]);
  });

  test("an export for spreadsheets has local times", async () => {
    const calls = mockPortal({ ...answers, "/reports/export": file(0) });
    renderButton();

    await pick("CSV for spreadsheets, your times");

    await vi.advanceTimersByTimeAsync(10_000);
    expect(attributesOf(calls, "/reports/export")).toEqual([
      { report: "performance", format: "csv", times: "local", filter },
    ]);
  });

  test.each([
    ["takes longer", file(1)],
    ["failed", file(3)],
    ["has no address, as for staff", { ...file(2), download_url: null }],
  ])("an export is shown among the downloads if it %s", async (_, row) => {
    mockPortal({
      ...answers,
      "/reports/export": file(0),
      "/common/download_list": listing(row),
    });
    renderButton();

    await pick("Excel (XLSX)");
    await vi.advanceTimersByTimeAsync(10_000);

    expect(await screen.findByRole("dialog", { name: "Download" })).toBeTruthy();
    expect(fetched).toEqual([]);
  });

  test("an export is not downloaded after its page was left", async () => {
    const coming = pendingAnswer<ReturnType<typeof listing>>();
    const calls = mockPortal({
      ...answers,
      "/reports/export": file(0),
      "/common/download_list": coming.promise,
    });
    const { unmount } = renderInApp(<ExportButton report="performance" filter={filter} />);

    await pick("Excel (XLSX)");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.some(({ path }) => path === "/common/download_list")).toBe(true);
    unmount();
    coming.resolve(listing(file(2)));
    await vi.advanceTimersByTimeAsync(10_000);

    expect(fetched).toEqual([]);
  });
});

test("an export that is already being made opens the downloads", async () => {
  const duplicate = new Refusal(20203, "A duplicate download task already exists");
  mockPortal({ ...answers, "/reports/export": duplicate });
  renderButton();

  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "CSV, times in UTC" }));

  expect(await screen.findByText("A duplicate download task already exists")).toBeTruthy();
  expect(await screen.findByRole("dialog", { name: "Download" })).toBeTruthy();
});

test("the icon in the header opens the downloads", async () => {
  mockPortal(answers);
  renderButton();

  await userEvent.click(await screen.findByRole("button", { name: "Downloads" }));

  expect(await screen.findByRole("dialog", { name: "Download" })).toBeTruthy();
  expect(await screen.findByText("No data ~.")).toBeTruthy();
});
