import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { NetworkAlert, NetworkAlertInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { AlertsTab } from "./AlertsTab";
import { NetworkAlertDrawer } from "./NetworkAlertDrawer";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["alert.review"],
  default_site: null,
} as User;
const silent: NetworkAlert = {
  key: "12-1-5-0",
  kind: 1,
  cause: 5,
  mcid: "acme",
  brand_name: "Acme",
  publishers: 40,
  uid: null,
  publisher: null,
  alerts: 52,
  since: "2026-11-20T09:00:00Z",
  money_at_risk: {
    low: "4000.00",
    high: "9000.00",
    day_low: "800.00",
    day_high: "1600.00",
    currency: "EUR",
  },
  unrated: 1,
  task: { state: "open", since: "2026-11-20T09:00:00Z", note: "" },
};
const alone: NetworkAlert = {
  ...silent,
  key: "0-10-0-1001",
  kind: 10,
  cause: null,
  mcid: null,
  brand_name: null,
  publishers: 1,
  uid: 1001,
  publisher: "Maya",
  alerts: 1,
  money_at_risk: null,
  unrated: 0,
  task: null,
};
const info: NetworkAlertInfo = {
  ...silent,
  of_publishers: [
    {
      uid: 1001,
      publisher: "Maya",
      site_name: "Blog",
      since: "2026-11-20T09:00:00Z",
      expected: 41.6,
      seen: 0,
      money_at_risk: null,
      next_step: 4,
      state: "open",
    },
  ],
};

test("a row of network alerts shows the brand's publishers, the money at risk and who has to act", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/alerts": { list: [silent, alone], total: 2, next: null },
  });
  const onSearch = vi.fn();
  renderInApp(<AlertsTab search={{}} onSearch={onSearch} />);

  const row = await screen.findByRole("row", { name: /Acme/ });
  expect(within(row).getByText("40 publishers")).toBeTruthy();
  expect(within(row).getByText("Open")).toBeTruthy();
  expect(row.textContent).toMatch(/4,000 to 9,000/);
  const other = screen.getByRole("row", { name: /A postback fails/ });
  expect(within(other).getByText("Maya")).toBeTruthy();
  expect(within(other).getByText("None: its publishers mend it")).toBeTruthy();
  await userEvent.click(within(row).getByText("Acme"));
  expect(onSearch).toHaveBeenCalledWith({ look: "12-1-5-0" });
});

test("the empty list of network alerts says that nothing is wrong", async () => {
  mockPortal({ "/user/profile": operator, "/network/alerts": { list: [], total: 0, next: null } });
  renderInApp(<AlertsTab search={{}} onSearch={() => {}} />);

  expect(await screen.findByText("Nothing is wrong")).toBeTruthy();
});

test("the drawer of a network alert lists its publishers, and saves the task with its note", async () => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/alert_info": info,
    "/network/alert_task": info,
  });
  renderInApp(<NetworkAlertDrawer shown="12-1-5-0" onClose={() => {}} />);

  const drawer = within(await screen.findByRole("dialog"));
  expect(await drawer.findByText("The brand reports no orders for anybody.")).toBeTruthy();
  expect(drawer.getByText(/One alert is not in it/)).toBeTruthy();
  expect(drawer.getByText("Maya")).toBeTruthy();
  await userEvent.type(drawer.getByLabelText(/Note/), "We asked the shop.");
  await userEvent.click(drawer.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Task saved")).toBeTruthy();
  expect(attributesOf(calls, "/network/alert_task")).toEqual([
    {
      key: "12-1-5-0",
      state: "open",
      note: "We asked the shop.",
      was: { state: "open", note: "" },
    },
  ]);
});
