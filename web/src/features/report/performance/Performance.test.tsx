import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Performance as Answer, PerformanceRow } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { Performance } from "./Performance";

const figures = (fields: Partial<PerformanceRow>) =>
  ({
    clicks: 10,
    orders: 2,
    sales: "200.00",
    commission: "20.00",
    pending_commission: "20.00",
    approved_commission: "0.00",
    rejected_commission: "0.00",
    paid_commission: "0.00",
    bonus: "0.00",
    pending_orders: 2,
    approved_orders: 0,
    rejected_orders: 0,
    cr: "0.2",
    epc: "2.0000",
    aov: "100.00",
    approval_rate: null,
    currency: "USD",
    ...fields,
  }) as PerformanceRow;
const answer = (fields: Partial<Answer>): Answer => ({
  list: [figures({ mcid: "acme", brand_name: "Acme" })],
  total: 1,
  totals: figures({}),
  compared_totals: null,
  compared: [],
  compared_start_date: null,
  compared_end_date: null,
  time_zone: "UTC",
  ...fields,
});
const portal = (performance: Answer | Refusal) =>
  mockPortal({
    "/user/profile": maya,
    "/site/list": { list: [], total: 0, next: null },
    "/reports/performance": performance,
  });
const BRANDS = { group_by: ["brand" as const], start_date: "2026-11-01", end_date: "2026-11-20" };
const nothing = () => {};
/** The calendar loads when it is first opened. */
const PATIENT = { timeout: 5_000 };

test("a row shows its figures, sums stand below, and it leads to its orders", async () => {
  portal(answer({}));
  const orders = vi.fn();
  renderInApp(
    <Performance search={BRANDS} onSearch={nothing} onOrders={orders} onClicks={nothing} />,
  );

  const table = await screen.findByRole("table", { name: "Performance" });
  await userEvent.click(within(table).getByRole("button", { name: "Acme" }));

  expect(within(table).getAllByText("20.00").length).toBeGreaterThan(1);
  expect(within(table).getByText("Total")).toBeTruthy();
  expect(orders).toHaveBeenCalledWith(
    expect.objectContaining({ mcids: ["acme"], start_date: "2026-11-01" }),
  );
});

test("under a status clicks are empty, with a reason why", async () => {
  const quiet = { clicks: null, cr: null, epc: null };
  portal(answer({ list: [figures({ ...quiet, brand_name: "Acme" })], totals: figures(quiet) }));
  renderInApp(
    <Performance
      search={{ ...BRANDS, status: "approved", figure: "clicks" }}
      onSearch={nothing}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  expect(await screen.findByText(/Clicks have neither a status/)).toBeTruthy();
  expect(screen.getByRole("radio", { name: "Clicks" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("heading", { name: "Commission (USD) by brand" })).toBeTruthy();
});

test("a compared report has what was before beside the charted figure", async () => {
  portal(
    answer({
      list: [figures({ date: "2026-11-20" })],
      compared: [figures({ date: "2026-10-31", commission: "10.00" })],
      compared_totals: figures({ commission: "10.00" }),
      compared_start_date: "2026-10-31",
      compared_end_date: "2026-10-31",
    }),
  );
  renderInApp(
    <Performance
      search={{ compare: "previous" }}
      onSearch={nothing}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  expect(await screen.findByText("Commission (USD) (previous)")).toBeTruthy();
  expect(screen.getAllByText(/100%/).length).toBeGreaterThan(0);
  expect(screen.getByText(/Compared with 31 Oct 2026/)).toBeTruthy();
});

test("a common period is chosen, and beside it what it is compared with", async () => {
  vi.setSystemTime(new Date("2026-11-20T12:00:00Z"));
  const calls = portal(answer({}));
  const search = vi.fn();
  const shown = renderInApp(
    <Performance search={BRANDS} onSearch={search} onOrders={nothing} onClicks={nothing} />,
  );
  const filters = await screen.findByRole("group", { name: "Filters" });
  await userEvent.click(within(filters).getByText("Period"));
  await userEvent.click(await screen.findByRole("button", { name: "Last month" }, PATIENT));
  expect(search).toHaveBeenLastCalledWith(
    expect.objectContaining({ start_date: "2026-10-01", end_date: "2026-10-31" }),
  );
  await userEvent.click(within(filters).getByText("Period"));
  const compared = await screen.findByRole("radiogroup", { name: "Compared with" });
  expect(within(compared).getByRole("radio", { name: "Nothing" })).toHaveProperty("checked", true);
  await userEvent.click(within(compared).getByRole("radio", { name: "Year before" }));
  expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ compare: "year" }));
  shown.unmount();

  renderInApp(
    <Performance
      search={search.mock.lastCall?.[0]}
      onSearch={nothing}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );
  await screen.findByRole("table", { name: "Performance" });
  const reports = calls.filter(({ path }) => path === "/reports/performance");
  expect(reports.at(-1)?.req.filter).toMatchObject({ compare: "year", group_by: ["brand"] });
  vi.useRealTimers();
});

test("a failure stands in the report's place and can be tried again", async () => {
  const calls = portal(new Refusal(20082, "Start date cannot be later than end date"));
  renderInApp(
    <Performance search={BRANDS} onSearch={nothing} onOrders={nothing} onClicks={nothing} />,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/reports/performance")).toHaveLength(2);
});

test("an empty report says what to do next", async () => {
  portal(answer({ list: [], total: 0 }));
  const search = vi.fn();
  renderInApp(
    <Performance search={BRANDS} onSearch={search} onOrders={nothing} onClicks={nothing} />,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Show the last 30 days" }));

  expect(search).toHaveBeenCalledWith({});
});
