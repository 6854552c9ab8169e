import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { stopped } from "@/testing/alert";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { AlertList } from "./AlertList";
import { alertSearch } from "./searchParams";

const fallen = {
  ...stopped,
  alert_id: 8,
  kind: 2 as const,
  brand_name: "Bolt",
  mcid: "bolt",
  money_at_risk: null,
};
const portal = {
  "/user/profile": {
    ...maya,
    permissions: ["report.read", "money.read", "report.edit", "link.edit"],
  },
  "/reports/alerts": { list: [stopped, fallen], total: 2 },
  "/reports/alert_set": { list: [{ id: 7, code: 0, message: "ok" }] },
  "/site/list": { list: [], total: 0, next: null },
};
const open = (search = {}, onSearch = vi.fn()) => {
  renderInApp(<AlertList search={search} onSearch={onSearch} />);
  return onSearch;
};

afterEach(() => void vi.useRealTimers());

test("alerts are listed with what is wrong, the brand or link, and the money at risk", async () => {
  mockPortal(portal);
  const onSearch = open();

  const table = within(await screen.findByRole("table", { name: "Alerts" }));
  expect(await table.findByText("No orders arrive any more")).toBeTruthy();
  expect(table.getByText("GBP 40 to 92")).toBeTruthy();
  expect(table.getByText("GBP 12")).toBeTruthy();
  await userEvent.click(table.getByText("Fewer clicks become orders"));
  expect(onSearch).toHaveBeenCalledWith({ alert: 8 });
});

test("overdue brands are one row of the list, which opens to them", async () => {
  const overdue = (alert_id: number) => ({ ...fallen, alert_id, kind: 8 as const });
  const calls = mockPortal({
    ...portal,
    "/reports/alerts": { list: [overdue(1), overdue(2), stopped], total: 3 },
  });
  const onSearch = open();

  const row = await screen.findByText("2 brands are overdue with payments");
  expect(calls.find(({ path }) => path === "/reports/alerts")?.req.page).toEqual({
    perPage: 200,
  });
  await userEvent.click(row);
  expect(onSearch).toHaveBeenCalledWith({ kind: 8, curPage: undefined });
});

test("filters of alerts in the URL are sent to the portal", async () => {
  const calls = mockPortal({ ...portal, "/reports/alerts": { list: [], total: 0 } });
  open(alertSearch({ state: "muted", kind: "2", brand: "bolt", channel: 3, curPage: 2 }));

  expect(await screen.findByText("No alert matches")).toBeTruthy();
  expect(calls.find(({ path }) => path === "/reports/alerts")?.req).toMatchObject({
    filter: { state: "muted", kind: 2, mcids: ["bolt"], site_ids: [3] },
    page: { curPage: 2, perPage: 20 },
  });
});

test("an unknown state or kind in the URL of alerts is ignored", () => {
  expect(alertSearch({ state: "gone", kind: 5000, alert: "x" })).toEqual({});
});

test("without alerts the page says what is watched, and from when", async () => {
  mockPortal({ ...portal, "/reports/alerts": { list: [], total: 0 } });
  open();

  expect(await screen.findByText("Nothing is wrong")).toBeTruthy();
  expect(screen.getByText(/watched from about 1 order a day/)).toBeTruthy();
});

test("a list of alerts that cannot be loaded offers to try again", async () => {
  mockPortal({ ...portal, "/reports/alerts": new Refusal(21005, "Not available just now") });
  open();

  expect(await screen.findByRole("button", { name: /again|Retry/ })).toBeTruthy();
});

test("the drawer of an alert says what was observed, how certain it is, the money at risk and what to do", async () => {
  mockPortal(portal);
  open({ alert: 7 });

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("About 42 orders were expected, and 0 arrived.")).toBeTruthy();
  expect(drawer.getByText(/practically certain/)).toBeTruthy();
  expect(drawer.getByText("about GBP 40 to 92")).toBeTruthy();
  expect(drawer.getByText(/found no cause/)).toBeTruthy();
  const step = drawer.getByRole("link", { name: "See the links" });
  expect(step.getAttribute("href")).toBe("/tools/link-generator?brand=acme");
});

test("an alert in another state opens by its id", async () => {
  const closed = {
    ...stopped,
    alert_id: 9,
    state: "closed" as const,
    closed_at: "2026-11-22T09:00:00Z",
    closed_by: "recovered" as const,
  };
  mockPortal({
    ...portal,
    "/reports/alerts": ({ filter }) =>
      (filter as { alert_id?: number }).alert_id === 9
        ? { list: [closed], total: 1 }
        : { list: [], total: 0 },
  });
  open({ alert: 9 });

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("Recovered")).toBeTruthy();
  expect(drawer.queryByRole("button", { name: "Snooze" })).toBeNull();
});

test("an alert is snoozed until a day of the publisher's zone", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-21T12:00:00Z") });
  const user = { ...portal["/user/profile"], time_zone: "America/New_York" };
  const calls = mockPortal({ ...portal, "/user/profile": user });
  const onSearch = open({ alert: 7 });

  const drawer = within(await screen.findByRole("dialog"));
  await userEvent.click(await drawer.findByRole("button", { name: "Snooze" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/reports/alert_set")).toEqual([
      { ids: [7], state: "snoozed", until: "2026-11-28T05:00:00.000Z" },
    ]),
  );
  expect(await screen.findByText("Alert snoozed until 28 Nov 2026")).toBeTruthy();
  expect(onSearch).toHaveBeenCalledWith({ alert: undefined });
});

test("several alerts are closed together, after a confirmation", async () => {
  const calls = mockPortal(portal);
  open();
  const table = await screen.findByRole("table", { name: "Alerts" });
  for (const box of (await within(table).findAllByRole("checkbox")).slice(-2)) {
    await userEvent.click(box);
  }
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.click(await screen.findByRole("button", { name: "Close alerts" }));

  await waitFor(() =>
    expect(attributesOf(calls, "/reports/alert_set")).toEqual([{ ids: [7, 8], state: "closed" }]),
  );
});

test("an alert that could not be changed shows the reason", async () => {
  mockPortal({
    ...portal,
    "/reports/alert_set": { list: [{ id: 7, code: 21009, message: "No longer open" }] },
  });
  open({ alert: 7 });

  const drawer = within(await screen.findByRole("dialog"));
  await userEvent.click(await drawer.findByRole("button", { name: "Mute" }));

  expect(await screen.findByText("One alert could not be changed: No longer open")).toBeTruthy();
});

test("an account that may only read alerts cannot change them", async () => {
  const user = { ...portal["/user/profile"], permissions: ["report.read"] };
  mockPortal({ ...portal, "/user/profile": user });
  open({ alert: 7 });

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText(/found no cause/)).toBeTruthy();
  expect(drawer.queryByRole("button", { name: "Mute" })).toBeNull();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("the drawer of an alert says that the network is working on it, and shows its note", async () => {
  const task = {
    state: "in_progress",
    since: "2026-11-21T10:00:00Z",
    note: "Asked the shop.",
  } as const;
  mockPortal({
    "/user/profile": maya,
    "/reports/alerts": { list: [{ ...stopped, task }], total: 1 },
    "/site/list": { list: [], total: 0, next: null },
  });
  renderInApp(<AlertList search={{ alert: 7 }} onSearch={() => {}} />);

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("The network is on it since 21 Nov 2026.")).toBeTruthy();
  expect(drawer.getByText("The network writes: Asked the shop.")).toBeTruthy();
});

test("snoozing an alert until too late a day says which days are possible", async () => {
  mockPortal(portal);
  open({ alert: 7 });
  const drawer = within(await screen.findByRole("dialog"));
  const day = await drawer.findByLabelText("Snooze until");

  fireEvent.change(day, { target: { value: "2999-01-01" } });

  expect(await drawer.findByText(/^Choose a day from/)).toBeTruthy();
  expect(drawer.getByRole<HTMLButtonElement>("button", { name: "Snooze" }).disabled).toBe(true);
});

test("an alert about broken links says how the money at risk is estimated, and when the alert closes", async () => {
  const broken = { ...stopped, kind: 9 as const, chance: null, next_step: 1 as const };
  mockPortal({ ...portal, "/reports/alerts": { list: [broken], total: 1 } });
  open({ alert: 7 });

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText(/Counted from the day the links broke/)).toBeTruthy();
  expect(drawer.getByText(/closes by itself in the next round/)).toBeTruthy();
});
