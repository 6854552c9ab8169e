import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Dashboard as Answer, Figures, PaymentBalance, Task } from "@/api/gen/types.gen";
import { stopped } from "@/testing/alert";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { Dashboard } from "./Dashboard";

const none = {
  clicks: 0,
  orders: 0,
  sales: "0.00",
  commission: "0.00",
  epc: null,
  currency: "GBP",
};
const nothing: PaymentBalance = {
  pending: "0.00",
  approved: "0.00",
  waiting: "0.00",
  withdrawable: "0.00",
  on_the_way: "0.00",
  needs_you: "0.00",
  paid: "0.00",
  currency: "GBP",
  minimum: "25.00",
  schedule_day: null,
  next_payment: null,
};
const NO_ALERTS = { "/reports/alerts": { list: [], total: 0 } };
const task = (name: string, state: Task["state"], to = "/", note: string | null = null): Task => ({
  name,
  done: state === "done",
  to,
  state,
  note,
});
/** The tasks, with these states. */
const tasks = (states: Partial<Record<string, Task["state"]>>, note: string | null = null) =>
  empty.tasks.map((each) => {
    const state = states[each.name] ?? "done";
    return task(each.name, state, each.to, state === "refused" ? note : null);
  });
const empty = {
  start_date: "2026-10-22",
  end_date: "2026-11-20",
  totals: none as Figures,
  compared_totals: none as Figures,
  trend: [],
  compared_trend: [],
  top_brands: [],
  top_links: [],
  latest_orders: [],
  balance: nothing,
  tasks: [
    task("add_channel", "done", "/settings/channel"),
    task("join_brand", "open", "/brands/find?status=0"),
    task("make_link", "open"),
    task("first_click", "open"),
    task("first_order", "open"),
    task("two_step", "open", "/settings/login"),
  ],
  time_zone: "UTC",
  as_of: "2026-11-24T10:00:05Z",
} as Answer;

const START = "Your way to the first order";

test("the dashboard of a new publisher shows the next step, and no empty panels", async () => {
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": empty,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const start = within(await screen.findByRole("region", { name: START }));
  expect(start.getByText("1 of 5 done")).toBeTruthy();
  const [next] = start.getAllByRole("link");
  expect(next?.textContent).toBe("Find brands");
  expect(next?.getAttribute("href")).toBe("/brands/find?status=0");
  const current = start.getByRole("listitem", { current: "step" });
  expect(within(current).getByText("Join a brand")).toBeTruthy();
  for (const name of ["Balance", "Trend", "Top brands", "Top links", "Latest orders"]) {
    expect(screen.queryByRole("region", { name })).toBeNull();
  }
  expect(screen.queryByText(/compared with the 30 days before/)).toBeNull();
  const others = within(screen.getByRole("region", { name: "Also worth doing" }));
  expect(others.getByRole("link", { name: "Turn on two-step sign-in" })).toBeTruthy();
});

test.each([
  [{ add_channel: "waiting", join_brand: "open" }, "See your channel"],
  [{ add_channel: "refused", join_brand: "open" }, "Change your channel"],
  [{ join_brand: "waiting", make_link: "open" }, "See your applications"],
  [{ join_brand: "refused", make_link: "open" }, "Find other brands"],
  [{ make_link: "open", first_click: "open" }, "Create a link"],
  [{ first_click: "open", first_order: "open" }, "See your links"],
] as const)("with first steps %o the dashboard's next step is %j", async (states, action) => {
  const open = { first_click: "open", first_order: "open", two_step: "open" } as const;
  const answer = { ...empty, tasks: tasks({ ...open, ...states }, "Too new") };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": answer,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const start = within(await screen.findByRole("region", { name: START }));

  expect(start.getAllByRole("link").map((link) => link.textContent)).toEqual([action]);
  const isRefused = Object.values(states).some((state) => state === "refused");
  expect(start.queryByText(/Too new/) !== null).toBe(isRefused);
});

test("the dashboard of a role that cannot take the next step says so, and lists no such task", async () => {
  const analyst = { ...maya, roles: ["analyst"], permissions: ["brand.read", "report.read"] };
  const others = [task("verify_channel", "open", "/settings/channel")];
  mockPortal({
    "/user/profile": analyst as typeof maya,
    "/home/dashboard": { ...empty, tasks: [...empty.tasks, ...others] },
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const start = within(await screen.findByRole("region", { name: START }));
  expect(start.getByText(/Your role does not include this step/)).toBeTruthy();
  expect(start.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "See your team",
  ]);
  expect(screen.queryByText("Verify your channel")).toBeNull();
});

test("clicks without an order are shown below the last first step", async () => {
  const totals = { ...none, clicks: 12 } as Figures;
  const answer = { ...empty, totals, tasks: tasks({ first_order: "waiting", two_step: "open" }) };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": answer,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const start = await screen.findByRole("region", { name: START });
  expect(within(start).getByRole("link", { name: "See your clicks" })).toBeTruthy();
  expect(screen.getByRole("region", { name: "Trend" })).toBeTruthy();
  expect(screen.getByText(/compared with the 30 days before/)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Latest orders" })).toBeNull();
});

test("the first steps disappear after the first order", async () => {
  const answer = { ...empty, tasks: tasks({ two_step: "open" }) };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": answer,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  expect(await screen.findByRole("region", { name: "Latest orders" })).toBeTruthy();
  const days =
    "22 Oct 2026 – 20 Nov 2026, compared with the 30 days before, up to this time of day.";
  expect(screen.getByText(days, { exact: false })).toBeTruthy();
  expect(screen.queryByRole("region", { name: START })).toBeNull();
  expect(screen.getByRole("region", { name: "To do" })).toBeTruthy();
});

test("the dashboard shows figures with their change, and the balance by stage", async () => {
  mockPortal({
    "/user/profile": maya,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
    "/home/dashboard": {
      ...empty,
      tasks: tasks({ two_step: "open" }),
      totals: { ...none, clicks: 30, orders: 3, commission: "15.00", epc: "0.5" } as Figures,
      compared_totals: { ...none, clicks: 20, orders: 3, commission: "10.00" } as Figures,
      balance: {
        ...nothing,
        pending: "12.00",
        withdrawable: "30.00",
        schedule_day: 15,
        next_payment: { day: "2026-12-15", low: "30.00", likely: "35.00", high: "40.00" },
      },
    },
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const [commission] = await screen.findAllByText("GBP");
  expect(commission?.parentElement?.textContent).toBe("GBP\u00a015.00");
  expect(screen.getAllByText(/50%/)).toHaveLength(2);
  expect(screen.getByText("no change")).toBeTruthy();
  expect(
    within(screen.getByRole("region", { name: "Balance" })).getByText("GBP 12.00"),
  ).toBeTruthy();
  const balance = within(screen.getByRole("region", { name: "Balance" }));
  for (const text of [
    "GBP 30.00",
    "GBP 35.00",
    "On 15 Dec 2026",
    "Between GBP 30.00 and GBP 40.00, depending on what brands pay by then",
  ]) {
    expect(balance.getByText(text)).toBeTruthy();
  }
  expect(screen.queryByRole("region", { name: START })).toBeNull();
});

test("the switch of the dashboard requests another period", async () => {
  const answer = { ...empty, tasks: tasks({}) };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": answer,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  const onPeriod = vi.fn();
  renderInApp(<Dashboard period="30d" onPeriod={onPeriod} />);

  await userEvent.click(await screen.findByRole("radio", { name: "90 days" }));

  expect(onPeriod).toHaveBeenCalledWith("90d");
});

test("a failure on the dashboard is shown in place, with a retry", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/home/dashboard": new Refusal(21005, "Not available just now"),
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/home/dashboard")).toHaveLength(2);
});

test("a banner of the network has a link, and stays hidden once closed", async () => {
  localStorage.clear();
  const hint = {
    id: 4,
    title: "New brands",
    text: "Forty of them.",
    link: "/brands/find?status=0",
    link_label: "See them",
  };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": empty,
    "/home/banners": { list: [hint] },
  });
  const { unmount } = renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const hints = await screen.findByRole("region", { name: "Hints" });
  const link = within(hints).getByRole("link", { name: "See them" });
  expect(link.getAttribute("href")).toBe("/brands/find?status=0");
  await userEvent.click(screen.getByRole("button", { name: "Hide: New brands" }));
  expect(screen.queryByText("Forty of them.")).toBeNull();
  unmount();
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);
  expect(await screen.findByRole("region", { name: START })).toBeTruthy();
  expect(screen.queryByText("Forty of them.")).toBeNull();
});

test("a failed payment is shown once, with its amount and a stage of its own", async () => {
  const failed = task("failed_payment", "open", "/payments/summary?status=failed");
  mockPortal({
    "/user/profile": maya,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
    "/home/dashboard": {
      ...empty,
      tasks: [failed, ...tasks({ two_step: "open" })],
      balance: { ...nothing, needs_you: "45.00" },
    },
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  expect(await screen.findByText("GBP 45.00 needs you: a payment failed")).toBeTruthy();
  expect(screen.getAllByText(/payment failed/)).toHaveLength(1);
  const stage = within(screen.getByRole("region", { name: "Balance" })).getByRole("link", {
    name: "Needs you GBP\u00a045.00",
  });
  expect(stage.getAttribute("href")).toBe("/payments/summary?status=failed#payments");
});

test("the dashboard without permission for payments has no balance and no tasks about payments", async () => {
  mockPortal({
    "/user/profile": maya,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
    "/home/dashboard": { ...empty, tasks: tasks({ two_step: "open" }), balance: null },
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  expect(await screen.findByText("No orders yet")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Balance" })).toBeNull();
  expect(screen.queryByText(/payment failed/)).toBeNull();
});

test("the alerts with the most money at risk are shown and lead to their drawers", async () => {
  const alerts = { list: [stopped], total: 5 };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": { ...empty, tasks: tasks({}) },
    "/home/banners": { list: [] },
    "/reports/alerts": alerts,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const panel = within(await screen.findByRole("region", { name: "Alerts" }));
  const alert = panel.getByRole("link", { name: "No orders arrive any more" });
  expect(alert.getAttribute("href")).toBe("/reports/alerts?alert=7");
  expect(panel.getByText("Acme · Blog · since 20 Nov 2026")).toBeTruthy();
  expect(panel.getByText(/, about GBP 12 a day$/)).toBeTruthy();
  expect(panel.getByRole("link", { name: "All 5 alerts" })).toBeTruthy();
});

test("without alerts the dashboard has no card for them", async () => {
  const answer = { ...empty, tasks: tasks({}) };
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": answer,
    "/home/banners": { list: [] },
    ...NO_ALERTS,
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  expect(await screen.findByRole("region", { name: "Latest orders" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Alerts" })).toBeNull();
});

test("alerts that cannot be loaded say so, beside the figures", async () => {
  mockPortal({
    "/user/profile": maya,
    "/home/dashboard": { ...empty, tasks: tasks({}) },
    "/home/banners": { list: [] },
    "/reports/alerts": new Refusal(21005, "Not available just now"),
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  expect(await screen.findByRole("region", { name: "Latest orders" })).toBeTruthy();
  const panel = within(screen.getByRole("region", { name: "Alerts" }));
  expect(panel.getByRole("alert")).toBeTruthy();
});
