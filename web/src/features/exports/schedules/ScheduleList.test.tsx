import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { ExportSchedule } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { ScheduleList } from "./ScheduleList";

const stopped: ExportSchedule = {
  id: 7,
  name: "Nightly",
  maker: "Maya",
  report: "transactions",
  filter: {},
  days: "last_30",
  view_id: null,
  view: null,
  every: "day",
  format: "csv",
  incremental: false,
  kind: "sftp",
  endpoint: null,
  region: null,
  bucket: null,
  access_key: null,
  host: "sftp.shop.example",
  port: 22,
  user: "portal",
  folder: "/in/",
  host_key: "SHA256:abc",
  state: "stopped",
  error: "The server showed another host key",
  next_at: null,
  last_run: { state: "failed", started_at: "2026-11-20T10:00:00Z", rows: null },
  created_at: "2026-11-20T09:00:00Z",
};
const failing: ExportSchedule = {
  ...stopped,
  id: 8,
  name: "Hourly",
  state: "active",
  error: "The server could not be reached",
  next_at: "2099-11-20T10:00:00Z",
};
const portal = {
  "/user/profile": maya,
  "/reports/schedule_list": { list: [stopped, failing], total: 2 },
  "/reports/schedule_log": { list: [], total: 0, next: null },
  "/reports/schedule_run": failing,
  "/reports/view_list": { list: [], total: 0 },
};

test("schedules are listed with their target and state", async () => {
  mockPortal(portal);
  const onSearch = vi.fn();
  renderInApp(<ScheduleList search={{}} onSearch={onSearch} />);
  const table = within(await screen.findByRole("table", { name: "Schedules" }));
  expect(table.getAllByText("sftp://sftp.shop.example/in")).toHaveLength(2);
  expect(table.getByText("Stopped")).toBeTruthy();
  expect(table.getByText("Failing")).toBeTruthy();
  await userEvent.click(table.getByText("Hourly"));
  expect(onSearch).toHaveBeenCalledWith({ schedule: 8 });
});

test("the drawer says why a schedule stopped, and that saving it again resumes it", async () => {
  mockPortal(portal);
  renderInApp(<ScheduleList search={{ schedule: 7 }} onSearch={() => {}} />);
  const drawer = within(await screen.findByRole("dialog", { name: "Nightly" }));
  expect(await drawer.findByText("This schedule is stopped")).toBeTruthy();
  expect(drawer.getByText("The server showed another host key.")).toBeTruthy();
  expect(drawer.getByText("SHA256:abc")).toBeTruthy();
  expect(drawer.queryByRole("button", { name: "Run now" })).toBeNull();
  expect(drawer.getByRole("button", { name: "Change and resume" })).toBeTruthy();
});

test("a schedule is run from its drawer", async () => {
  const calls = mockPortal(portal);
  renderInApp(<ScheduleList search={{ schedule: 8 }} onSearch={() => {}} />);
  const drawer = within(await screen.findByRole("dialog", { name: "Hourly" }));
  await userEvent.click(await drawer.findByRole("button", { name: "Run now" }));
  expect(await screen.findByText("Hourly runs now")).toBeTruthy();
  expect(attributesOf(calls, "/reports/schedule_run")).toEqual([{ id: 8 }]);
});

test("an empty list offers to add a schedule, and a failed one to try again", async () => {
  mockPortal({ ...portal, "/reports/schedule_list": { list: [], total: 0 } });
  const onSearch = vi.fn();
  renderInApp(<ScheduleList search={{}} onSearch={onSearch} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add a schedule" }));
  expect(onSearch).toHaveBeenCalledWith({ add: true });
  mockPortal({ ...portal, "/reports/schedule_list": new Refusal(21001, "Busy") });
  renderInApp(<ScheduleList search={{}} onSearch={onSearch} />);
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
});
