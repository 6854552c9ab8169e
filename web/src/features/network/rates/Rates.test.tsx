import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import type { ExchangeRate } from "@/api/gen/types.gen";
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
const renderRates = (search: NetworkSearch = {}, user: User = operator) => {
  const calls = mockPortal({
    "/user/profile": user,
    "/network/brands": { list: [], total: 0 } as never,
    "/network/rates": { list: [rate, { ...rate, day: "2026-11-19", derived: true }], total: 2 },
    "/network/rate_save": null,
  });
  renderInApp(<Network search={{ tab: "rates", ...search }} onSearch={() => {}} />);
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
