import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Sheet, View } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { SheetList } from "./SheetList";

const board: Sheet = {
  id: 7,
  name: "Board",
  maker: "Maya",
  view_id: 3,
  view: "Orders",
  report: "transactions",
  decimal: "comma",
  sep: "semicolon",
  dates: "dmy",
  created_at: "2026-11-20T09:00:00Z",
  last_used_at: "2026-11-21T09:00:00Z",
  ends_at: "2027-02-19T09:00:00Z",
  fetches: [
    { at: "2026-11-21T09:00:00Z", program: "GoogleDocs", rows: 1234 },
    { at: "2026-11-20T09:00:00Z", program: "", rows: null },
  ],
};
const view: View = {
  id: 3,
  name: "Orders",
  report: "transactions",
  filter: {},
  days: "last_30",
  is_default: false,
  mailed: "never",
  next_mail_at: null,
  out_of_date: false,
};
const portal = {
  "/user/profile": maya,
  "/reports/sheet_list": { list: [board], total: 1 },
  "/reports/sheet_del": null,
  "/reports/sheet_save": { id: 8, url: "https://portal.example/reports/sheet/secret" },
  "/reports/view_list": { list: [view], total: 1 },
};

test("an address shows its last fetches and ends when it is confirmed", async () => {
  const calls = mockPortal(portal);
  const onSearch = vi.fn();
  renderInApp(<SheetList search={{ sheet: 7 }} onSearch={onSearch} />);
  const drawer = within(await screen.findByRole("dialog", { name: "Board" }));
  expect(await drawer.findByText(/1,234 rows$/)).toBeTruthy();
  expect(drawer.getByText("GoogleDocs")).toBeTruthy();
  expect(drawer.getByText("A program without a name")).toBeTruthy();
  await userEvent.click(drawer.getByRole("button", { name: "End" }));
  const asked = within(await screen.findByRole("dialog", { name: "End Board" }));
  await userEvent.click(asked.getByRole("button", { name: "End" }));
  expect(await screen.findByText("Board has ended")).toBeTruthy();
  expect(attributesOf(calls, "/reports/sheet_del")).toEqual([{ id: 7 }]);
});

test("a new address is shown once, with the formula for Google Sheets", async () => {
  const calls = mockPortal(portal);
  renderInApp(<SheetList search={{ add: true }} onSearch={() => {}} />);
  await userEvent.type(await screen.findByLabelText("Name"), "New");
  await userEvent.type(screen.getByLabelText("Your password"), "correct horse battery");
  await userEvent.click(screen.getByRole("button", { name: "Make address" }));
  const formula = await screen.findByLabelText<HTMLInputElement>("Formula for Google Sheets");
  expect(formula.value).toBe('=IMPORTDATA("https://portal.example/reports/sheet/secret")');
  expect(attributesOf(calls, "/reports/sheet_save")).toMatchObject([{ name: "New", view_id: 3 }]);
});

test("somebody without saved views is told to save one first", async () => {
  mockPortal({ ...portal, "/reports/view_list": { list: [], total: 0 } });
  renderInApp(<SheetList search={{ add: true }} onSearch={() => {}} />);
  expect(await screen.findByText(/^Save a view of a report first/)).toBeTruthy();
});
