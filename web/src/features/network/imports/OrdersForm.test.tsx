import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { OrdersForm } from "./OrdersForm";

beforeEach(() => sessionStorage.clear());

test("a file that is no table is refused at once, and no columns of another one stay", async () => {
  const answers = {
    "/user/profile": maya,
    "/network/orders_file": { url: "/files/a.csv", name: "july.csv", size: 10 } as never,
    "/network/orders_preview": {
      columns: ["Order"],
      mapping: { columns: { order_id: "Order" } },
      reason: null,
      list: [],
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
