import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { RELATION_JOINED, RELATION_PENDING } from "@/api/gen/enums.gen";
import type { BrandInfo, Performance } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { acme } from "@/testing/brand";
import { measuredFigures } from "@/testing/measured";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { BrandDetail } from "./BrandDetail";
import { ResultsPanel } from "./lazy/ResultsPanel";

const answer = (clicks: number) =>
  ({
    list: [
      { date: "2026-11-19", clicks: 0, orders: 0, commission: "0.00" },
      { date: "2026-11-20", clicks, orders: 1, commission: "-4.50" },
    ],
    total: 2,
    totals: { clicks, orders: clicks && 1, commission: "-4.50", currency: "USD" },
  }) as unknown as Performance;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-11-20T12:00:00Z") });
});

test("the results panel of a brand requests its report and links to it", async () => {
  const calls = mockPortal({ "/user/profile": maya, "/reports/performance": answer(12) });
  renderInApp(<ResultsPanel brand={acme} />);

  const days = { start_date: "2026-10-22", end_date: "2026-11-20" };
  const panel = within(await screen.findByRole("region", { name: "Your results by day" }));
  expect(await panel.findByRole("figure", { name: "Your commission" })).toBeTruthy();
  const [asked] = calls.filter(({ path }) => path === "/reports/performance");
  expect(asked?.req.filter).toEqual({ ...days, mcids: ["acme"], group_by: ["date"], sort: "date" });
  const link = panel.getByRole("link", { name: "Open in Performance" });
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "https://x");
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    "/reports/performance",
    { ...days, mcids: '["acme"]', figure: "commission" },
  ]);
});

test("the table of a brand's results has each day of the chosen figure", async () => {
  mockPortal({ "/user/profile": maya, "/reports/performance": answer(12) });
  renderInApp(<ResultsPanel brand={acme} />);
  const last = () => within(screen.getAllByRole("row").at(-1) as HTMLElement).getAllByRole("cell");
  await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));

  expect(last().map(({ textContent }) => textContent)).toEqual(["20 Nov", "-USD\u00a04.50"]);
  await userEvent.click(screen.getByRole("radio", { name: "Clicks" }));

  expect(last().map(({ textContent }) => textContent)).toEqual(["20 Nov", "12"]);
});

test("the results panel of a brand without clicks says what to do", async () => {
  mockPortal({ "/user/profile": maya, "/reports/performance": answer(0) });
  renderInApp(<ResultsPanel brand={acme} />);

  expect(await screen.findByText("No clicks in the last 30 days")).toBeTruthy();
});

test("failed results of a brand are reported in place and can be tried again", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/reports/performance": new Refusal(21005, "Not available just now"),
  });
  renderInApp(<ResultsPanel brand={acme} />);

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/reports/performance")).toHaveLength(2);
});

test.each([
  [RELATION_JOINED, ["report.read"], true],
  [RELATION_PENDING, ["report.read"], false],
  [RELATION_JOINED, [], false],
])("relationship %s with permissions %s shows results: %s", async (relationship, may, shown) => {
  const brand = {
    ...acme,
    relationship,
    currency: "USD",
    epc: null,
    offer_type: "CPS",
    commission_groups: [],
    promotion_methods: {},
    regions: [],
    coupons: [],
    term_changes: [],
    alternatives: [],
    description: "Sells everything.",
    measured: measuredFigures(),
    my_results: { clicks: 0, orders: 0, sales: "0.00", commission: "0.00", currency: "USD" },
  } as unknown as BrandInfo;
  mockPortal({
    "/user/profile": { ...maya, permissions: may } as User,
    "/reports/performance": answer(12),
  });
  renderInApp(<BrandDetail brand={brand} siteId={undefined} changes={[]} generator={null} />);

  await screen.findByText("Sells everything.");
  const panel = () => screen.queryByRole("region", { name: "Your results by day" });
  if (shown) await waitFor(() => expect(panel()).not.toBeNull());
  else expect(panel()).toBeNull();
});
