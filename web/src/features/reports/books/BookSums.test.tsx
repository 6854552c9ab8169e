import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { comparison } from "@/testing/comparison";
import { mockPhone, renderInApp } from "@/testing/portal";
import { BookSums } from "./BookSums";

const shown = {
  ...comparison,
  sums: [
    {
      class: "differs" as const,
      currency: "GBP",
      rows: 2,
      mine: "9.68",
      yours: "1.68",
      difference: "8.00",
      declined: "0.00",
    },
  ],
  totals: [{ currency: "GBP", mine: "9.68", yours: "1.68", difference: "8.00" }],
};

test("each class has its sums, and leads to its orders", async () => {
  const onClass = vi.fn();
  renderInApp(<BookSums shown={shown} onClass={onClass} />);

  const table = within(await screen.findByRole("table", { name: "Sums in GBP" }));
  const cells = within(table.getByRole("row", { name: /Differs/ })).getAllByRole("cell");
  await userEvent.click(table.getByRole("button", { name: "Differs" }));

  expect(cells.map(({ textContent }) => textContent?.replace(/\s/g, " "))).toEqual([
    "Differs",
    "2",
    "GBP 9.68",
    "GBP 1.68",
    "GBP 8.00",
    "GBP 0.00",
  ]);
  expect(onClass).toHaveBeenCalledWith("differs");
});

test("a phone shows the same sums below each class", async () => {
  mockPhone();
  renderInApp(<BookSums shown={shown} onClass={() => {}} />);

  const sums = within(await screen.findByRole("region", { name: "Sums in GBP" }));
  expect(sums.getByRole("button", { name: "Differs" })).toBeTruthy();
  expect(sums.getAllByText(/GBP.8\.00/)).toHaveLength(2);
  expect(screen.queryByRole("table")).toBeNull();
});
