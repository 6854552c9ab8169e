import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { Performance as Answer, GroupBy, PerformanceRow } from "@/api/gen/types.gen";
import { GROUPS } from "@/features/reports/searchParams";
import { maya, mockPhone, mockPortal, renderInApp } from "@/testing/portal";

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
  compared_until: null,
  recounted: [],
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

test("a row of performance shows its figures above the totals, and leads to its orders", async () => {
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

test("performance filtered by status has no clicks, and says why", async () => {
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

test("clicks by hour are charted for the whole day, and shown as a table", async () => {
  portal(answer({ list: [figures({ hour: 9, clicks: 7 }), figures({ hour: 20, clicks: 3 })] }));
  renderInApp(
    <Performance
      search={{ group_by: ["hour"], figure: "clicks" }}
      onSearch={nothing}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));

  const table = screen.getByRole("table", { name: "Clicks" });
  expect(within(table).getAllByRole("row")).toHaveLength(25);
  expect(within(table).getByRole("row", { name: "09:00 7" })).toBeTruthy();
  expect(within(table).getByRole("row", { name: "10:00 0" })).toBeTruthy();
});

test("a week without decisions has no approval rate", async () => {
  portal(
    answer({
      list: [
        figures({ week: "2026-11-09", approval_rate: "0.75" }),
        figures({ week: "2026-11-16", approval_rate: null }),
      ],
      totals: figures({ approval_rate: "0.75" }),
    }),
  );
  renderInApp(
    <Performance
      search={{ group_by: ["week"], figure: "approval_rate" }}
      onSearch={nothing}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));

  const table = screen.getByRole("table", { name: "Approval rate" });
  expect(within(table).getByRole("row", { name: /75.00 %/ })).toBeTruthy();
  expect(within(table).getByRole("row", { name: /16 Nov 2026 –/ })).toBeTruthy();
});

test("the filter by page offers pages of the report's days", async () => {
  portal(
    answer({
      list: [
        figures({ page: "acme.example/best" }),
        figures({ page: "acme.example" }),
        figures({ page: null }),
      ],
    }),
  );
  const search = vi.fn();
  renderInApp(
    <Performance
      search={{ group_by: ["page"], pages: ["acme.example"] }}
      onSearch={search}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  await userEvent.click(
    await screen.findByRole("button", { name: /^Page.*acme.example \(page not sent\)/ }),
  );
  await userEvent.click(await screen.findByLabelText("Page", { selector: "input" }));
  await userEvent.click(await screen.findByRole("option", { name: "No page sent" }));

  expect(search).toHaveBeenCalledWith(expect.objectContaining({ pages: ["acme.example", ""] }));
});

test("performance by validation date says that an order can be counted on several days", async () => {
  portal(answer({ list: [figures({ week: "2026-11-16" })] }));
  renderInApp(
    <Performance
      search={{ date_basis: "validation", group_by: ["week"] }}
      onSearch={nothing}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  expect(await screen.findByText(/counts in each week that has one of them/)).toBeTruthy();
});

test.each([
  { date_basis: "validation", group_by: ["brand"] },
  { date_basis: undefined, group_by: ["week"] },
] as const)(
  "performance with each order counted once does not mention repeated orders: %o",
  async (search) => {
    portal(answer({}));
    renderInApp(
      <Performance
        search={{ ...search, group_by: [...search.group_by] }}
        onSearch={nothing}
        onOrders={nothing}
        onClicks={nothing}
      />,
    );

    await screen.findByRole("table", { name: "Performance" });
    expect(screen.queryByText(/decided on different days/)).toBeNull();
  },
);

test("the cards of performance say what they are compared with, even if no comparison was chosen", async () => {
  portal(
    answer({
      compared_totals: figures({ commission: "10.00" }),
      compared_start_date: "2026-10-01",
      compared_end_date: "2026-10-27",
      compared_until: "2026-10-27T09:05:00Z",
    }),
  );
  renderInApp(<Performance search={{}} onSearch={nothing} onOrders={nothing} onClicks={nothing} />);

  const note = await screen.findByText(/Compared with 1 Oct 2026 – 27 Oct 2026, \d\d:05/);
  expect(note.textContent).toContain("up to the same time of day, because today is not over.");
  expect(note.textContent).not.toContain("is not compared");
});

test("a report with a comparison charts the earlier values beside the current ones", async () => {
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

test("each row of a comparison has its earlier value and its change, and can be sorted by both", async () => {
  const brand = (name: string, commission: string) =>
    figures({ mcid: name, brand_name: name, commission });
  const calls = portal(
    answer({
      list: [brand("Acme", "30.00"), brand("Loom", "0.00")],
      compared: [brand("Acme", "20.00"), brand("Loom", "60.50")],
      totals: figures({ commission: "30.00" }),
      compared_totals: figures({ commission: "80.50" }),
    }),
  );
  const search = vi.fn();
  renderInApp(
    <Performance
      search={{ ...BRANDS, compare: "previous" }}
      onSearch={search}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  const table = await screen.findByRole("table", { name: "Performance" });
  const row = within(table).getByRole("row", { name: /^Loom/ });
  expect(within(row).getByText("60.50")).toBeTruthy();
  expect(within(row).getByText("−60.50")).toBeTruthy();
  expect(within(table).getByText("+10.00")).toBeTruthy();
  await userEvent.click(within(table).getByRole("button", { name: /^Change \(USD\)/ }));

  expect(search).toHaveBeenCalledWith(
    expect.objectContaining({ sort: expect.stringMatching(/^-?commission_change$/) }),
  );
  const asked = calls.find(({ path }) => path === "/reports/performance");
  expect(asked?.req.filter).toMatchObject({ compare: "previous", lapsed: true });
});

test("a common period is chosen together with its comparison", async () => {
  vi.setSystemTime(new Date("2026-11-20T12:00:00Z"));
  const calls = portal(answer({}));
  const search = vi.fn();
  const shown = renderInApp(
    <Performance search={BRANDS} onSearch={search} onOrders={nothing} onClicks={nothing} />,
  );
  const filters = await screen.findByRole("group", { name: "Filters" });
  await userEvent.click(within(filters).getByText("Period"));
  await userEvent.click(await screen.findByRole("button", { name: "Last month" }));
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

test("a failed report is shown in place and can be tried again", async () => {
  const calls = portal(new Refusal(20082, "Start date cannot be later than end date"));
  renderInApp(
    <Performance search={BRANDS} onSearch={nothing} onOrders={nothing} onClicks={nothing} />,
  );

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/reports/performance")).toHaveLength(2);
});

test("a report of several pages has a way to the next one", async () => {
  const days = Array.from({ length: 30 }, (_, day) =>
    figures({ date: `2026-11-${String(day + 1).padStart(2, "0")}` }),
  );
  portal(answer({ list: days, total: 30 }));
  const search = vi.fn();
  renderInApp(
    <Performance
      search={{ start_date: "2026-11-01", end_date: "2026-11-30" }}
      onSearch={search}
      onOrders={nothing}
      onClicks={nothing}
    />,
  );

  expect(await screen.findByText("Total 30")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "2" }));

  expect(search).toHaveBeenCalledWith(expect.objectContaining({ curPage: 2 }));
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

test.each([
  [1, "1 click of these days was taken for a crawler's at first"],
  [12, "12 clicks of these days were taken for a crawler's at first"],
])("performance announces %i recounted clicks", async (clicks, says) => {
  portal(answer({ recounted: [{ at: "2026-11-26T10:00:00Z", clicks }] }));
  renderInApp(
    <Performance search={BRANDS} onSearch={nothing} onOrders={nothing} onClicks={nothing} />,
  );

  const told = await screen.findByText((text) => text.startsWith(says));
  expect(told.textContent).toMatch(/counted since .*26.*2026/);
});

const GROUPED = {
  date: ["2026-11-19", "2026-11-20"],
  week: ["2026-11-09", "2026-11-16"],
  month: ["2026-10-01", "2026-11-01"],
  brand: ["Acme", "Loom"],
  site: ["Blog", "Shop"],
  uid1: ["a", "b"],
  uid2: ["a", "b"],
  uid3: ["a", "b"],
  uid4: ["a", "b"],
  uid5: ["a", "b"],
  country: ["DE", "GB"],
  device: ["mobile", "desktop"],
  offer_type: ["CPS", "CPL"],
  link: [11, 12],
  page: ["acme.example/best", "acme.example"],
  placement: ["top", "foot"],
  hour: [9, 20],
} satisfies Record<GroupBy, unknown[]>;

test.each(
  GROUPS.flatMap(
    (group) =>
      [
        [group, "desktop"],
        [group, "phone"],
      ] as const,
  ),
)(
  "performance by %s has bars on a %s, and reversed amounts look different",
  async (group, width) => {
    if (width === "phone") mockPhone();
    const [first, second] = GROUPED[group];
    const field = { brand: "brand_name", site: "site_name", link: "link_id" }[group as "brand"];
    const row = (value: unknown, commission: string) =>
      figures({ [field ?? group]: value, commission } as Partial<PerformanceRow>);
    portal(answer({ list: [row(second, "-80.00"), row(first, "20.00")], total: 2 }));
    renderInApp(
      <Performance
        search={{ group_by: [group], start_date: "2026-10-01", end_date: "2026-11-20" }}
        onSearch={nothing}
        onOrders={nothing}
        onClicks={nothing}
      />,
    );

    const table = await screen.findByRole("table", { name: "Performance" });
    const bars = [...table.querySelectorAll<HTMLElement>("tbody [aria-hidden] > div")];
    expect(bars.map(({ style, dataset }) => [style.width, dataset.reversed])).toEqual([
      ["100%", "true"],
      ["25%", undefined],
    ]);
  },
);
