import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { NoticeRow } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { Announcements } from "./Announcements";

const fresh: NoticeRow = {
  id: 7,
  kind: "brands",
  title: "Forty new brands",
  published_at: "2026-11-20T10:00:00Z",
  read: false,
};
const old: NoticeRow = { ...fresh, id: 6, kind: "service", title: "Maintenance", read: true };
const answers = {
  "/user/profile": maya,
  "/home/notices": {
    list: [fresh, old],
    total: 2,
    unread: [{ kind: "brands" as const, unread: 1 }],
  },
  "/home/notice": { ...fresh, body: "Look at **them**." },
  "/home/notice_read": null,
};
const reads = (calls: ReturnType<typeof mockPortal>) => attributesOf(calls, "/home/notice_read");

test("unread announcements are marked, and can all be marked as read", async () => {
  const calls = mockPortal(answers);
  renderInApp(<Announcements search={{}} onSearch={() => {}} />);

  const list = await screen.findByRole("list", { name: "Announcements" });
  const [first, second] = within(list).getAllByRole("link");
  expect(within(first as HTMLElement).getByText("Unread")).toBeTruthy();
  expect(within(second as HTMLElement).queryByText("Unread")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(reads(calls)).toEqual([{}]));
});

test("the kind of announcements shown is in the URL", async () => {
  mockPortal(answers);
  const onSearch = vi.fn();
  renderInApp(<Announcements search={{ notice: undefined }} onSearch={onSearch} />);

  const pick = async (filter: string, choice: string) => {
    await userEvent.click(await screen.findByRole("button", { name: "Add filter" }));
    await userEvent.click(await screen.findByRole("button", { name: filter }));
    await userEvent.click(await screen.findByRole("button", { name: choice }));
  };

  await pick("Kind", "Service");
  expect(onSearch).toHaveBeenCalledWith({ kind: "service", unread: undefined });
  await pick("Show", "Unread only");
  expect(onSearch).toHaveBeenLastCalledWith({ kind: undefined, unread: true });
});

test("opening an announcement marks it as read", async () => {
  const calls = mockPortal(answers);
  renderInApp(<Announcements search={{ notice: 7 }} onSearch={() => {}} />);

  const drawer = await screen.findByRole("dialog", { name: "Announcements" });
  expect(await within(drawer).findByRole("heading", { name: "Forty new brands" })).toBeTruthy();
  expect(within(drawer).getByText("them").tagName).toBe("STRONG");
  await waitFor(() => expect(reads(calls)).toEqual([{ ids: [7] }]));
});

test("a deleted announcement says so in its place", async () => {
  mockPortal({ ...answers, "/home/notice": new Refusal(20076, "Notice does not exist") });
  renderInApp(<Announcements search={{ notice: 9 }} onSearch={() => {}} />);

  expect(await screen.findByText("This announcement does not exist")).toBeTruthy();
});
