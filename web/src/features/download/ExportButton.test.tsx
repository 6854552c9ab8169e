import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

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

test("what the screen shows is exported in the chosen format, and the downloads open", async () => {
  const calls = mockPortal({ ...answers, "/reports/export": { id: 1 } as never });
  renderButton();

  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Excel (XLSX)" }));

  expect(await screen.findByRole("dialog", { name: "Download" })).toBeTruthy();
  expect(calls.find(({ path }) => path === "/reports/export")?.req.attributes).toEqual({
    report: "performance",
    format: "xlsx",
    filter,
  });
});

test("one that is being made already is shown where it is", async () => {
  const duplicate = new Refusal(20203, "A duplicate download task already exists");
  mockPortal({ ...answers, "/reports/export": duplicate });
  renderButton();

  await userEvent.click(await screen.findByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "CSV" }));

  expect(await screen.findByText("A duplicate download task already exists")).toBeTruthy();
  expect(await screen.findByRole("dialog", { name: "Download" })).toBeTruthy();
});

test("the header opens them too", async () => {
  mockPortal(answers);
  renderButton();

  await userEvent.click(await screen.findByRole("button", { name: "Downloads" }));

  expect(await screen.findByRole("dialog", { name: "Download" })).toBeTruthy();
  expect(await screen.findByText("No data ~.")).toBeTruthy();
});
