import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { OrdersForm } from "./OrdersForm";

beforeEach(() => sessionStorage.clear());

test("an import file that is no table is refused, and the columns of the file before are cleared", async () => {
  const answers = {
    "/user/profile": maya,
    "/network/orders_file": { url: "/files/a.csv", name: "july.csv", size: 10 } as never,
    "/network/orders_preview": {
      columns: ["Order"],
      mapping: { columns: { order_id: "Order" } },
      reason: null,
      list: [],
      reading: { columns: { order_id: "Order" } },
      shop: null,
      titles: [],
      notes: [],
      fields: [],
      statuses: [],
      questions: [],
      summary: null,
    } as never,
  };
  mockPortal(answers);
  const { container } = renderInApp(<OrdersForm onBegun={() => {}} onClose={() => {}} />);
  await screen.findByText("Choose a CSV file");
  const pick = async (name: string) => {
    const input = container.querySelector<HTMLInputElement>("input[type=file]");
    await userEvent.upload(input as HTMLInputElement, new File(["x"], name, { type: "text/csv" }));
  };
  await pick("july.csv");
  await screen.findByText("First rows");

  mockPortal({ ...answers, "/network/orders_file": new Refusal(21000, "file: is an image") });
  await pick("picture.csv");

  await screen.findByText(/is an image/);
  await waitFor(() => expect(screen.queryByText("First rows")).toBeNull());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import" }).disabled).toBe(true);
});

test("an open question about an import file is asked, and its answer is sent with the next preview", async () => {
  const preview = {
    columns: ["Order", "Betrag"],
    mapping: { columns: { order_id: "Order", amount: "Betrag" } },
    reason: "Betrag '1.234' on line 2 is one number with a decimal point: choose its decimal sign",
    list: [],
    reading: { columns: {}, encoding: "windows-1252", delimiter: ";", header_line: 3 },
    shop: "Shopify",
    titles: ["Report of October"],
    notes: [],
    fields: [{ field: "amount", column: "Betrag", cell: "1.234", value: "" }],
    statuses: [{ word: "lost", status: null }],
    questions: [
      {
        field: "amount",
        why: "Betrag '1.234' on line 2 is one number with a decimal point: choose its decimal sign",
        choices: ["point", "comma"],
      },
    ],
    summary: null,
  };
  const summary = {
    whole: true,
    lines: 2,
    orders: 1,
    sales: { EUR: "1234.00" },
    rejected: {},
    repeats: 1,
    refused: 1,
    refused_lines: [{ line: 4, order_id: "B", reason: "is a line of totals, not an order" }],
  };
  const calls = mockPortal({
    "/user/profile": maya,
    "/network/orders_file": { url: "/files/a.csv", name: "july.csv", size: 10 } as never,
    "/network/orders_preview": (({ attributes }: { attributes: { mapping?: object } }) =>
      attributes.mapping ? { ...preview, reason: null, questions: [], summary } : preview) as never,
  });
  const { container } = renderInApp(<OrdersForm onBegun={() => {}} onClose={() => {}} />);
  await screen.findByText("Choose a CSV file");
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File(["x"], "july.csv"));
  await screen.findByText("This is an export of Shopify.");
  screen.getByText("Report of October");
  screen.getByText("Western European (Windows-1252, Latin-1)", { selector: "div" });
  screen.getByText("Choose, or its rows are refused.");
  screen.getByRole("cell", { name: "Nothing" });

  await userEvent.click(screen.getAllByRole("combobox", { name: "Amount" })[0] as HTMLElement);
  await userEvent.click(await screen.findByRole("option", { name: "Decimal comma: 1.234,50" }));

  await screen.findByText("is a line of totals, not an order");
  screen.getByText(/looked up during the import/);
  screen.getByText(/count again/);
  expect(attributesOf(calls, "/network/orders_preview").at(-1)).toMatchObject({
    mapping: { decimal_signs: { amount: "comma" } },
  });
});
