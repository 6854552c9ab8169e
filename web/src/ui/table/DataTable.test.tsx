import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { renderInApp } from "@/testing/portal";

import { DataTable } from "./DataTable";

interface Row {
  id: number;
  brand: string;
  clicks: string;
}

const columns = [
  { key: "brand", title: "Brand", cell: ({ brand }: Row) => brand },
  { key: "clicks", title: "Clicks", cell: ({ clicks }: Row) => clicks, numeric: true, sum: "12" },
];
const rest = { error: null, isFetching: false, refetch: () => {} };
const table = {
  name: "test",
  label: "Clicks by brand",
  columns,
  id: ({ id }: Row) => id,
  empty: <p>Join a brand first</p>,
};

test("shows rows and their sums, and opens one by keyboard", async () => {
  const onOpen = vi.fn();
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  renderInApp(<DataTable {...table} answer={{ ...rest, data: { list } }} onOpen={onOpen} />);

  (await screen.findByRole("button", { name: "Acme" })).focus();
  await userEvent.keyboard("{Enter}");

  expect(onOpen).toHaveBeenCalledExactlyOnceWith(list[0]);
  expect(screen.getAllByText("12")).toHaveLength(2);
});

test("an empty listing offers the next step", async () => {
  renderInApp(<DataTable {...table} answer={{ ...rest, data: { list: [] } }} />);

  expect(await screen.findByText("Join a brand first")).toBeTruthy();
});

test("a failed listing says what failed and tries again", async () => {
  const refetch = vi.fn();
  renderInApp(
    <DataTable {...table} answer={{ ...rest, error: new Error("Out of order"), refetch }} />,
  );

  expect(await screen.findByText("Out of order")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));

  expect(refetch).toHaveBeenCalledOnce();
});

test("the first load shows that it loads", async () => {
  renderInApp(<DataTable {...table} answer={{ ...rest, isFetching: true }} />);

  expect(await screen.findByText("Loading")).toBeTruthy();
});
