import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Refusal } from "@/api/call";
import type { Closing, MonthClosing, MonthProgress } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { SettlementsTab } from "./SettlementsTab";

const operator = { ...maya, roles: ["operator"], permissions: ["settlement.edit"] } as User;
const month = (period: string, counts: Partial<MonthProgress> = {}): MonthProgress => ({
  period,
  closed: 0,
  closing: 0,
  open: 0,
  waiting: 0,
  ...counts,
});
const closing = (outcome: Closing, mcid = "acme"): MonthClosing => ({
  mcid,
  period: "2026-10",
  outcome,
  settlements: 0,
  amounts: {},
  reason: outcome === "refused" ? "close 2026-08 first" : null,
});

function renderMonths(list: MonthProgress[], begun: MonthClosing[] = []) {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/settlements": { list: [], total: 0, next: null },
    "/network/months": { list },
    "/network/closings": { list: begun },
    "/network/settle": { list: [closing("closing"), closing("refused", "late")] },
    "/network/settle_preview": {
      period: "2026-10",
      brands: 1,
      amounts: { EUR: "60.00" },
      list: [
        {
          mcid: "acme",
          brand_name: "Acme",
          currency: "EUR",
          publishers: 2,
          orders: 3,
          amount: "60.00",
        },
      ],
      total: 1,
    },
  });
  renderInApp(<SettlementsTab search={{}} onSearch={() => {}} />);
  return calls;
}

const pick = async (name: string) => {
  await userEvent.click(await screen.findByRole("combobox", { name: "Month" }));
  await userEvent.click(await screen.findByRole("option", { name }));
};
const button = () => screen.queryByRole("button", { name: "Close month" });

beforeEach(() => sessionStorage.clear());

test("the earliest open month can be closed, and brands that are not ready are named", async () => {
  const calls = renderMonths([
    month("2026-11", { waiting: 2 }),
    month("2026-10", { open: 1, waiting: 1 }),
    month("2026-09", { closed: 2 }),
  ]);
  await userEvent.click(await screen.findByRole("button", { name: "Close month" }));
  const dialog = await screen.findByRole("dialog", { name: "Close October 2026?" });
  const row = await within(dialog).findByRole("row", { name: /^Acme/ });
  expect(row.textContent).toMatch(/^Acme23EUR\s60.00$/);
  await userEvent.click(within(dialog).getByRole("button", { name: "Close month" }));

  expect(await screen.findByText("late: close 2026-08 first")).toBeTruthy();
  expect(await screen.findByText("Closing the month for 1 brand")).toBeTruthy();
  expect(attributesOf(calls, "/network/settle")).toEqual([{ period: "2026-10" }]);
});

test("a month that is closed for every brand says so and cannot be closed", async () => {
  renderMonths([month("2026-10", { closed: 2 })], [closing("closed")]);
  expect(await screen.findByText("This month is closed for every brand.")).toBeTruthy();
  expect(button()).toBeNull();
});

test("a month that waits for an earlier one, is being closed or has no orders cannot be closed", async () => {
  renderMonths(
    [
      month("2026-10", { waiting: 2 }),
      month("2026-09", { closing: 1, closed: 1 }),
      month("2026-08"),
    ],
    [closing("closed"), closing("closing")],
  );
  expect(await screen.findByText("2 brands must close an earlier month first.")).toBeTruthy();
  expect(button()).toBeNull();

  await pick("September 2026");
  expect(await screen.findByText("Closed for 1 of 2 brands")).toBeTruthy();
  expect(button()).toBeNull();

  await pick("August 2026");
  expect(await screen.findByText("No brand has anything to settle in this month.")).toBeTruthy();
  expect(button()).toBeNull();
});

test("months to close that cannot be loaded say so and offer a retry", async () => {
  let readable = false;
  mockPortal({
    "/user/profile": operator,
    "/network/settlements": { list: [], total: 0, next: null },
    "/network/months": () =>
      readable ? { list: [month("2026-10", { open: 1 })] } : new Refusal(21005, "Not available"),
    "/network/closings": { list: [] },
  });
  renderInApp(<SettlementsTab search={{}} onSearch={() => {}} />);

  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(button()).toBeNull();
  readable = true;
  await userEvent.click(retry);

  expect(await screen.findByRole("button", { name: "Close month" })).toBeTruthy();
});
