import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Dashboard as Answer, Figures, PaymentBalance } from "@/api/gen/types.gen";
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
  withdrawable: "0.00",
  on_the_way: "0.00",
  paid: "0.00",
  currency: "GBP",
  minimum: "25.00",
  schedule_day: null,
  next_payment: null,
};
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
    { name: "add_channel", done: true, to: "/settings/channel" },
    { name: "join_brand", done: false, to: "/brands/find?status=0" },
  ],
  time_zone: "UTC",
} as Answer;

test("a newcomer is shown the first step before any figure", async () => {
  mockPortal({ "/home/dashboard": empty, "/home/banners": { list: [] } });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  const start = await screen.findByRole("region", { name: "Start here" });
  const days = "Your last 30 days (22 Oct 2026 – 20 Nov 2026), compared with the 30 before.";
  expect(screen.getByText(days, { exact: false })).toBeTruthy();
  const next = within(start).getByRole("link", { name: "Join a brand" });
  expect(next.getAttribute("href")).toBe("/brands/find?status=0");
  expect(start.compareDocumentPosition(screen.getByRole("region", { name: "Balance" }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(screen.getByText("No orders yet")).toBeTruthy();
});

test("figures come with their change, and the balance with its stages", async () => {
  mockPortal({
    "/home/banners": { list: [] },
    "/home/dashboard": {
      ...empty,
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

  expect(await screen.findByText("£15.00")).toBeTruthy();
  expect(screen.getAllByText(/50%/)).toHaveLength(2);
  expect(screen.getByText("no change")).toBeTruthy();
  expect(within(screen.getByRole("region", { name: "Balance" })).getByText("£12.00")).toBeTruthy();
  const balance = within(screen.getByRole("region", { name: "Balance" }));
  for (const text of [
    "£30.00",
    "£35.00",
    "On 15 Dec 2026",
    "Between £30.00 and £40.00, depending on what brands pay by then",
  ]) {
    expect(balance.getByText(text)).toBeTruthy();
  }
  expect(screen.queryByRole("region", { name: "Start here" })).toBeNull();
});

test("another period is asked for by the switch", async () => {
  mockPortal({ "/home/dashboard": empty, "/home/banners": { list: [] } });
  const onPeriod = vi.fn();
  renderInApp(<Dashboard period="30d" onPeriod={onPeriod} />);

  await userEvent.click(await screen.findByRole("radio", { name: "90 days" }));

  expect(onPeriod).toHaveBeenCalledWith("90d");
});

test("a failure is said in place, with a way on", async () => {
  const calls = mockPortal({
    "/home/dashboard": new Refusal(21005, "Not available just now"),
    "/home/banners": { list: [] },
  });
  renderInApp(<Dashboard period="30d" onPeriod={() => {}} />);

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/home/dashboard")).toHaveLength(2);
});

test("a hint of the network leads on, and stays hidden once it is", async () => {
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
  expect(await screen.findByRole("region", { name: "Balance" })).toBeTruthy();
  expect(screen.queryByText("Forty of them.")).toBeNull();
});
