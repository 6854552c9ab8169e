import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { ExchangeRate, MissingRate, RateCorrection } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { LIVE_INTERVAL } from "@/ui/table/live/useLiveList";

import { RatesTab } from "./RatesTab";
import type { RatesSearch } from "./searchParams";

const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["brand.edit"],
  default_site: null,
} as User;
const rate: ExchangeRate = {
  day: "2026-11-20",
  base: "GBP",
  quote: "EUR",
  rate: "1.1873",
  derived: false,
};
const untouched: RateCorrection = {
  orders: 0,
  publishers: 0,
  settled_orders: 0,
  settled_items: 0,
  more: false,
  sums: [],
};
interface RatesOptions {
  missing?: MissingRate[] | (() => MissingRate[]);
  correction?: RateCorrection;
  /** Answers a rate that is saved. */
  save?: (attributes: { confirm?: boolean }) => Refusal | null;
  onSearch?: (search: RatesSearch) => void;
}

const renderRates = (
  search: RatesSearch = {},
  { missing = [], correction = untouched, save, onSearch = () => {} }: RatesOptions = {},
) => {
  const calls = mockPortal({
    "/user/profile": operator,
    "/network/brands": { list: [], total: 0 } as never,
    "/network/rates": { list: [rate, { ...rate, day: "2026-11-19", derived: true }], total: 2 },
    "/network/missing_rates": () => ({ list: typeof missing === "function" ? missing() : missing }),
    "/network/rate_save": ({ attributes }) => save?.(attributes as { confirm?: boolean }) ?? null,
    "/network/rate_correction": correction,
    "/network/rate_correct": null,
  });
  renderInApp(<RatesTab search={search} onSearch={onSearch} />);
  return calls;
};
const rateRequests = (calls: ReturnType<typeof mockPortal>) =>
  attributesOf(calls, "/network/rate_save");
const field = (name: string) => screen.findByLabelText(name);

async function choose(name: string, code: string) {
  const box = await screen.findByRole("combobox", { name });
  await userEvent.click(box);
  await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${code} `) }));
}

beforeEach(() => sessionStorage.clear());

test("exchange rates are listed with their source", async () => {
  renderRates();
  const table = await screen.findByRole("table", { name: "Exchange rates" });
  expect(within(table).getAllByText("1.1873")).toHaveLength(2);
  expect(within(table).getByText("20 Nov 2026")).toBeTruthy();
  expect(within(table).getByText("Inverse")).toBeTruthy();
});

test("an exchange rate is added from a day on, with its currencies chosen from a list", async () => {
  const calls = renderRates({ add: true });
  await choose("From currency", "GBP");
  await choose("To currency", "EUR");
  await userEvent.type(await field("Rate"), "1.2");
  await userEvent.click(screen.getByRole("button", { name: "Save rate" }));

  expect(await screen.findByText("Rate from GBP to EUR saved")).toBeTruthy();
  expect(rateRequests(calls)).toEqual([
    { day: new Date().toISOString().slice(0, 10), base: "GBP", quote: "EUR", rate: "1.2" },
  ]);
});

test("missing exchange rates are listed, and each opens the form with its currencies", async () => {
  const onSearch = vi.fn();
  const missing = [
    { base: "GBP", quote: "SEK", publishers: 2, orders: 0, first_day: null, last_day: null },
    { base: "EUR", quote: "SEK", publishers: 1, orders: 0, first_day: null, last_day: null },
  ];
  renderRates({}, { missing, onSearch });

  expect(await screen.findByText("2 rates are missing")).toBeTruthy();
  expect(screen.getByRole("button", { name: "EUR to SEK (1 publisher)" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "GBP to SEK (2 publishers)" }));
  expect(onSearch).toHaveBeenCalledWith({ add: true, base: "GBP", quote: "SEK" });
});

test("the form of a missing exchange rate asks for the rate alone", async () => {
  const calls = renderRates({ add: true, base: "GBP", quote: "SEK" });
  await userEvent.type(await field("Rate"), "13.2");
  await userEvent.click(screen.getByRole("button", { name: "Save rate" }));

  await screen.findByText("Rate from GBP to SEK saved");
  expect(rateRequests(calls)).toMatchObject([{ base: "GBP", quote: "SEK", rate: "13.2" }]);
});

test("only the number of a saved exchange rate can be changed", async () => {
  const calls = renderRates({ edit: "2026-11-20 GBP EUR" });
  const number = await field("Rate");
  const base = await screen.findByRole("combobox", { name: "From currency" });
  expect(base.hasAttribute("disabled")).toBe(true);
  await userEvent.clear(number);
  await userEvent.type(number, "1.19");
  await userEvent.click(screen.getByRole("button", { name: "Save rate" }));

  await screen.findByText("Rate from GBP to EUR saved");
  expect(rateRequests(calls)).toEqual([
    { day: "2026-11-20", base: "GBP", quote: "EUR", rate: "1.19" },
  ]);
});

test("orders that wait for an exchange rate are counted, and its form has their first day", async () => {
  const onSearch = vi.fn();
  const days = { first_day: "2026-11-02", last_day: "2026-11-09" };
  const missing = [{ base: "WST", quote: "EUR", publishers: 0, orders: 1200, ...days }];
  renderRates({}, { missing, onSearch });

  expect(await screen.findByText("One rate is missing, and 1,200 orders wait")).toBeTruthy();
  const name = "WST to EUR (1,200 orders of 2 Nov 2026 to 9 Nov 2026)";
  await userEvent.click(screen.getByRole("button", { name }));
  const rate = { base: "WST", quote: "EUR", day: "2026-11-02" };
  expect(onSearch).toHaveBeenCalledWith({ add: true, ...rate });
});

test("orders without an exchange rate are polled until a saved rate applies to them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const waiting = { base: "KPW", quote: "GBP", publishers: 0, orders: 1 };
  let missing = [{ ...waiting, first_day: "2026-11-26", last_day: "2026-11-26" }];
  renderRates({}, { missing: () => missing });
  await screen.findByText("One rate is missing, and one order waits");

  missing = [];
  await vi.advanceTimersByTimeAsync(LIVE_INTERVAL);

  await waitFor(() => expect(screen.queryByText(/rate is missing/)).toBeNull());
  vi.useRealTimers();
});

test("an unusual exchange rate is saved only after both figures were confirmed", async () => {
  const refuse = new Refusal(21012, "too different", {
    field: "attributes.confirm",
    last_rate: "1.1873",
    last_day: "2026-11-20",
  });
  const save = ({ confirm }: { confirm?: boolean }) => (confirm ? null : refuse);
  const calls = renderRates({ add: true, base: "GBP", quote: "EUR" }, { save });
  await userEvent.type(await field("Rate"), "118.73");
  await userEvent.click(screen.getByRole("button", { name: "Save rate" }));

  const dialog = within(await screen.findByRole("dialog", { name: "Is this rate right?" }));
  expect(
    dialog.getByText(/1 GBP was 1\.1873 EUR on 20 Nov 2026\. You entered 118\.73/),
  ).toBeTruthy();
  expect(screen.queryByText("too different")).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Save 118.73" }));
  await screen.findByText("Rate from GBP to EUR saved");
  expect(rateRequests(calls)).toMatchObject([
    { rate: "118.73" },
    { rate: "118.73", confirm: true },
  ]);
});

test("orders converted at another exchange rate are shown with both sums before they are converted again", async () => {
  const sum = {
    currency: "EUR",
    orders: 3,
    publishers: 2,
    old_amount: "17150.00",
    new_amount: "171.50",
    old_commission: "1715.00",
    new_commission: "17.15",
  };
  const correction = {
    ...untouched,
    orders: 3,
    publishers: 2,
    settled_orders: 1,
    settled_items: 2,
    sums: [sum],
  };
  const calls = renderRates({ edit: "2026-11-20 GBP EUR" }, { correction });
  const part = within(await screen.findByRole("region", { name: "Orders rated otherwise" }));
  expect(
    part.getByText(/^Rated at another rate than is saved now: 3 orders of 2 publishers/),
  ).toBeTruthy();
  for (const text of ["17,150.00", "171.50", "1,715.00", "17.15"])
    expect(part.getByText(text)).toBeTruthy();
  expect(
    part.getByText("Not rated again, because they are settled: 1 order with 2 settled items."),
  ).toBeTruthy();

  await userEvent.click(part.getByRole("button", { name: "Rate 3 orders again" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Rate 3 orders again" }));
  await userEvent.click(dialog.getByRole("button", { name: "Rate 3 orders again" }));
  await screen.findByText("The orders are being rated again");
  expect(attributesOf(calls, "/network/rate_correct")).toEqual([
    { day: "2026-11-20", base: "GBP", quote: "EUR" },
  ]);
});
