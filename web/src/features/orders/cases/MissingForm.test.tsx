import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { Brand, OrderCase } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { MissingForm } from "./MissingForm";

const shops = [
  { mcid: "acme", name: "Acme", currency: "SEK" },
  { mcid: "bolt", name: "Bolt", currency: "USD" },
] as unknown as Brand[];
const portal = {
  "/user/profile": maya,
  "/brands/find": { list: shops, total: 2, next: null },
};

beforeEach(() => sessionStorage.clear());

const open = (mcid?: string) =>
  renderInApp(<MissingForm start={{ mcid }} onClose={() => {}} onOpened={() => {}} />);
const currency = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Currency" }).value;

test("choosing the brand of a missing order sets the currency of the amount", async () => {
  mockPortal(portal);
  open();
  expect(await screen.findByDisplayValue(new RegExp(`^${maya.currency} – `))).toBeTruthy();

  await userEvent.click(screen.getByRole("combobox", { name: "Brand" }));
  await userEvent.click(await screen.findByRole("option", { name: "Bolt" }));

  expect(currency()).toBe("USD – US Dollar");
});

test("choosing the click of a missing order sets its brand and currency", async () => {
  mockPortal(portal);
  open("acme");

  expect(await screen.findByDisplayValue(/^SEK/)).toBeTruthy();
});

test("the currency of a missing order is chosen by its name", async () => {
  const calls = mockPortal({ ...portal, "/reports/case_open": { case_id: 5 } as OrderCase });
  open("acme");
  await screen.findByDisplayValue(/^SEK/);
  await userEvent.type(screen.getByLabelText("Order number"), "A-1");
  await userEvent.type(screen.getByLabelText("Order time"), "2026-11-20T10:00");
  await userEvent.type(screen.getByLabelText("Order amount"), "79.00");
  await userEvent.type(screen.getByLabelText("What happened"), "It is not listed");
  const field = screen.getByRole("combobox", { name: "Currency" });
  await userEvent.clear(field);
  await userEvent.paste("swiss franc");
  await userEvent.click(await screen.findByRole("option", { name: "CHF – Swiss Franc" }));
  await userEvent.click(screen.getByRole("button", { name: "Open the case" }));

  await waitFor(() => expect(calls.map(({ path }) => path)).toContain("/reports/case_open"));
  const sent = calls.find(({ path }) => path === "/reports/case_open")?.req.attributes;
  expect(sent).toMatchObject({ currency: "CHF", amount: "79.00" });
});

test("the time of a missing order is in the time zone of the reports", async () => {
  const profile = { ...maya, time_zone: "Asia/Tokyo" };
  const calls = mockPortal({
    ...portal,
    "/user/profile": profile,
    "/reports/case_open": { case_id: 5 } as OrderCase,
  });
  open("acme");
  await screen.findByDisplayValue(/^SEK/);
  expect(screen.getByText(/in Asia\/Tokyo/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Order number"), "A-1");
  await userEvent.type(screen.getByLabelText("Order time"), "2026-11-20T10:00");
  await userEvent.type(screen.getByLabelText("Order amount"), "79.00");
  await userEvent.type(screen.getByLabelText("What happened"), "It is not listed");
  await userEvent.click(screen.getByRole("button", { name: "Open the case" }));

  await waitFor(() => expect(calls.map(({ path }) => path)).toContain("/reports/case_open"));
  const sent = calls.find(({ path }) => path === "/reports/case_open")?.req.attributes;
  expect(sent).toMatchObject({ order_time: "2026-11-20T01:00:00.000Z" });
});

test("the form of a missing order names each empty field, and sends nothing", async () => {
  const calls = mockPortal(portal);
  open("acme");
  await screen.findByDisplayValue(/^SEK/);

  await userEvent.click(screen.getByRole("button", { name: "Open the case" }));

  expect(await screen.findAllByText("Fill in this field")).toHaveLength(4);
  expect(calls.map(({ path }) => path)).not.toContain("/reports/case_open");
});

test("the refusal of a missing order's amount says what to write, without the name of the attribute", async () => {
  const message = "`attributes.amount` must be a plain number: write 79.00";
  mockPortal({
    ...portal,
    "/reports/case_open": new Refusal(21000, message, {
      field: "attributes.amount",
      rule: "not_a_number",
      limit: "79.00",
    }),
  });
  open("acme");
  await screen.findByDisplayValue(/^SEK/);
  await userEvent.type(screen.getByLabelText("Order number"), "A-1");
  await userEvent.type(screen.getByLabelText("Order time"), "2026-11-20T10:00");
  await userEvent.type(screen.getByLabelText("Order amount"), "79,00");
  await userEvent.type(screen.getByLabelText("What happened"), "It is not listed");

  await userEvent.click(screen.getByRole("button", { name: "Open the case" }));

  expect(await screen.findByText("This must be a plain number: write 79.00")).toBeTruthy();
});
