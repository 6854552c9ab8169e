import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { PaymentBalance } from "@/api/gen/types.gen";
import { balance, months } from "@/testing/payment";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { PaidMonths } from "./PaidMonths";

const planned: PaymentBalance = {
  ...balance,
  next_payment: { day: "2026-12-15", low: "30.00", likely: "45.00", high: "60.00" },
};
const paid = months.map((row) =>
  row.month === "2026-10" ? { ...row, payments: 2, gross: "480.00", net: "475.50" } : row,
);
const answering = (list: typeof months) => ({
  "/user/profile": maya,
  "/payments/months": { list, total: list.length },
});

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date("2026-12-02T12:00:00Z") });
});

test("the chart of paid months links each to its payments, and marks the next payment", async () => {
  mockPortal(answering(paid));
  renderInApp(<PaidMonths balance={planned} />);

  const list = await screen.findByRole("list", { name: "Paid by month" });
  const bars = within(list).getAllByRole("link");
  expect(bars).toHaveLength(13);
  const october = within(list).getByRole("link", {
    name: "October 2026: USD\u00a0480.00, 2 payments",
  });
  expect(october.getAttribute("href")).toBe("/payments/summary?paid_month=2026-10#payments");
  const next = within(list).getByRole("link", {
    name: "Next payment on 15 Dec 2026: USD\u00a045.00 expected, between USD\u00a030.00 and USD\u00a060.00",
  });
  expect([october.dataset.look, next.dataset.look]).toEqual(["plain", "planned"]);
  expect(next.getAttribute("href")).toBe("/payments/details?state=payable");
  expect(within(list).getByRole("link", { name: /^December 2026 \(so far\)/ })).toBeTruthy();
});

test("a bar of paid months is as high as its amount", async () => {
  mockPortal(answering(paid));
  renderInApp(<PaidMonths balance={planned} />);
  const list = await screen.findByRole("list", { name: "Paid by month" });

  const height = (name: RegExp) =>
    within(list).getByRole("link", { name }).querySelector("span")?.style.height;

  expect([height(/^October/), height(/^May/), height(/^Next/)]).toEqual(["80%", "0%", "7.5%"]);
});

test("the arrow keys move over the bars of paid months and announce each", async () => {
  mockPortal(answering(paid));
  renderInApp(<PaidMonths balance={planned} />);
  const list = await screen.findByRole("list", { name: "Paid by month" });
  const stops = () =>
    within(list)
      .getAllByRole("link")
      .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops()).toHaveLength(1);

  stops()[0]?.focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");

  expect(document.activeElement?.getAttribute("aria-label")).toMatch(/^October 2026/);
  expect(stops()).toEqual([document.activeElement]);
  const tip = await screen.findByRole("tooltip");
  expect(tip.textContent).toBe("October 2026: USD\u00a0480.00, 2 payments");
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

test("the table of paid months has every month, and the next payment", async () => {
  mockPortal(answering(paid));
  renderInApp(<PaidMonths balance={planned} />);
  await userEvent.click(await screen.findByRole("button", { name: "Show as table" }));

  const table = within(screen.getByRole("table", { name: "Paid by month" }));
  const cellsOf = (name: RegExp) =>
    within(table.getByRole("row", { name }))
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  expect(table.getAllByRole("row")).toHaveLength(14);
  expect(cellsOf(/^October 2026/)).toEqual([
    "October 2026",
    "2",
    "USD\u00a0480.00",
    "USD\u00a0475.50",
  ]);
  expect(cellsOf(/^Next payment/)).toEqual([
    "Next payment, 15 Dec 2026 (expected)",
    "–",
    "USD\u00a045.00",
    "–",
  ]);
});

test("paid months show no next payment without a schedule", async () => {
  mockPortal(answering(paid));
  renderInApp(<PaidMonths balance={balance} />);

  const list = await screen.findByRole("list", { name: "Paid by month" });
  expect(within(list).getAllByRole("link")).toHaveLength(12);
});

test("the chart of paid months says so for a year without payments", async () => {
  mockPortal(answering(months));
  renderInApp(<PaidMonths balance={balance} />);

  expect(await screen.findByText("Nothing was paid in the last 12 months")).toBeTruthy();
});

test("paid months that cannot be loaded say so in place and can be tried again", async () => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/payments/months": new Refusal(21005, "Not available just now"),
  });
  renderInApp(<PaidMonths balance={balance} />);

  await userEvent.click(await screen.findByRole("button", { name: "Retry" }));

  expect(calls.filter(({ path }) => path === "/payments/months")).toHaveLength(2);
});
