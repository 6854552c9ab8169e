import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import type { ExchangeRate, MissingRate } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { Network } from "@/features/network/page/Network";
import type { NetworkSearch } from "@/features/network/search";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

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
interface RatesOptions {
  missing?: MissingRate[];
  onSearch?: (search: NetworkSearch) => void;
}

const renderRates = (
  search: NetworkSearch = {},
  user: User = operator,
  { missing = [], onSearch = () => {} }: RatesOptions = {},
) => {
  const calls = mockPortal({
    "/user/profile": user,
    "/network/brands": { list: [], total: 0 } as never,
    "/network/rates": { list: [rate, { ...rate, day: "2026-11-19", derived: true }], total: 2 },
    "/network/missing_rates": { list: missing },
    "/network/rate_save": null,
  });
  renderInApp(<Network search={{ tab: "rates", ...search }} onSearch={onSearch} />);
  return calls;
};
const rateRequests = (calls: ReturnType<typeof mockPortal>) =>
  attributesOf(calls, "/network/rate_save");
const field = (name: string) => screen.findByLabelText(name, {}, { timeout: 5_000 });

async function choose(name: string, code: string) {
  const box = await screen.findByRole("combobox", { name }, { timeout: 5_000 });
  await userEvent.click(box);
  await userEvent.click(await screen.findByRole("option", { name: new RegExp(`^${code} `) }));
}

beforeEach(() => sessionStorage.clear());

test("rates are listed with where they come from", async () => {
  renderRates();
  const table = await screen.findByRole("table", { name: "Exchange rates" });
  expect(within(table).getAllByText("1.1873")).toHaveLength(2);
  expect(within(table).getByText("20 Nov 2026")).toBeTruthy();
  expect(within(table).getByText("Inverse")).toBeTruthy();
});

test("a rate is added from a day on, its currencies from a list", async () => {
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

test("missing rates are named, and each opens the form of its currencies", async () => {
  const onSearch = vi.fn();
  const missing = [
    { base: "GBP", quote: "SEK", publishers: 2 },
    { base: "EUR", quote: "SEK", publishers: 1 },
  ];
  renderRates({}, operator, { missing, onSearch });

  expect(await screen.findByText("2 rates are missing")).toBeTruthy();
  expect(screen.getByRole("button", { name: "EUR to SEK (1 publisher)" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "GBP to SEK (2 publishers)" }));
  expect(onSearch).toHaveBeenCalledWith({ tab: "rates", add: true, base: "GBP", quote: "SEK" });
});

test("the form of a missing rate asks for its number alone", async () => {
  const calls = renderRates({ add: true, base: "GBP", quote: "SEK" });
  await userEvent.type(await field("Rate"), "13.2");
  await userEvent.click(screen.getByRole("button", { name: "Save rate" }));

  await screen.findByText("Rate from GBP to SEK saved");
  expect(rateRequests(calls)).toMatchObject([{ base: "GBP", quote: "SEK", rate: "13.2" }]);
});

test("of a saved rate only the number is changed", async () => {
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

test("who may not enter rates has no such tab", async () => {
  renderRates({ tab: undefined }, { ...operator, permissions: [] } as User);
  expect(await screen.findByRole("tab", { name: "Brands" })).toBeTruthy();
  expect(screen.queryByRole("tab", { name: "Rates" })).toBeNull();
});
