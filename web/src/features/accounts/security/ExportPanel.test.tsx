import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Download } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ExportPanel } from "./ExportPanel";

const made: Download = {
  id: 7,
  kind: "account",
  filename: "my-data-2026-11-20.zip",
  status: 2,
  download_url: "/files/abc.zip?ticket=t1",
  progress: 100,
  rows: 1_234,
  size: 2_500_000,
  error: null,
  created_at: "2026-11-20T10:00:00Z",
  expires_at: "2026-11-27T10:00:00Z",
};
const answersWith = (...list: Download[]) => ({
  "/user/profile": { ...maya, time_zone: "UTC" },
  "/common/download_list": { list, total: list.length, next: null },
});
const renderPanel = () =>
  renderInApp(
    <Suspense>
      <ExportPanel />
    </Suspense>,
  );

test("a copy of one's personal data is requested", async () => {
  const calls = mockPortal({
    ...answersWith(),
    "/user/export": { ...made, status: 0, progress: 0 },
  });
  renderPanel();

  await userEvent.click(await screen.findByRole("button", { name: "Create a copy" }));

  await expect.poll(() => calls.filter(({ path }) => path === "/user/export").length).toBe(1);
});

test("a copy of personal data in progress shows its progress, and cannot be requested again", async () => {
  mockPortal(answersWith({ ...made, status: 1, progress: 40, rows: 1_234, download_url: null }));
  renderPanel();

  const bar = await screen.findByRole("progressbar", { name: "Your copy is being created" });
  expect(bar.getAttribute("aria-valuenow")).toBe("40");
  expect(screen.getByText(/1,234 rows so far/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("a ready copy of personal data is downloaded by a URL that is requested on the click", async () => {
  const answers = answersWith(made);
  mockPortal(answers);
  const assign = vi.fn();
  vi.stubGlobal("location", { ...window.location, origin: window.location.origin, assign });
  renderPanel();

  expect(await screen.findByText(/Created on 20 Nov 2026.*2.5 MB/)).toBeTruthy();
  answers["/common/download_list"].list = [{ ...made, download_url: "/files/abc.zip?ticket=t2" }];
  await userEvent.click(screen.getByRole("button", { name: "Download" }));

  await expect.poll(() => assign.mock.calls).toEqual([["/files/abc.zip?ticket=t2"]]);
  vi.unstubAllGlobals();
});

test("a failed copy of personal data says so, and what to do", async () => {
  mockPortal(
    answersWith({
      ...made,
      status: 3,
      error: "The export stopped before it finished. Try it again",
    }),
  );
  renderPanel();

  expect(
    await screen.findByText("The export stopped before it finished. Try it again"),
  ).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a copy of personal data requested in another window is shown", async () => {
  const answers = {
    ...answersWith(),
    "/user/export": new Refusal(20203, "A duplicate download task already exists"),
  };
  mockPortal(answers);
  renderPanel();
  const button = await screen.findByRole("button", { name: "Create a copy" });
  answers["/common/download_list"].list = [{ ...made, status: 0, progress: 0, rows: 0 }];
  await userEvent.click(button);

  expect(await screen.findByText(/It starts in a moment/)).toBeTruthy();
});
