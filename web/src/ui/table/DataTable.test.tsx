import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createPortal } from "react-dom";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import { useUser } from "@/api/user/useUser";
import { maya, mockPhone, mockPortal, renderInApp } from "@/testing/portal";

import { DataTable } from "./DataTable";
import { PageControls } from "./PageControls";

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

test("a table shows rows and their sums, and opens a row by keyboard", async () => {
  const onOpen = vi.fn();
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  renderInApp(<DataTable {...table} answer={{ ...rest, data: { list } }} onOpen={onOpen} />);

  (await screen.findByRole("button", { name: "Acme" })).focus();
  await userEvent.keyboard("{Enter}");

  expect(onOpen).toHaveBeenCalledExactlyOnceWith(list[0]);
  expect(screen.getAllByText("12")).toHaveLength(2);
});

test.each([
  ["left out for a user who sees no amounts", ["report.read"], 0],
  ["shown to a user who sees amounts", ["report.read", "money.read"], 1],
])("a column with amounts is %s", async (_, permissions, count) => {
  mockPortal({ "/user/profile": { ...maya, permissions } });
  const earned = { key: "earned", title: "Earned", money: true, cell: () => "GBP 7.00" };
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  const SignedIn = () => {
    useUser();
    return (
      <DataTable {...table} columns={[...columns, earned]} answer={{ ...rest, data: { list } }} />
    );
  };
  renderInApp(<SignedIn />);
  expect(await screen.findByText("Acme")).toBeTruthy();
  expect(screen.queryAllByText("Earned")).toHaveLength(count);
  expect(screen.queryAllByText("GBP 7.00")).toHaveLength(count);
});

test("a click or key in a dialog opened from a row does not open the row", async () => {
  const onOpen = vi.fn();
  const dialog = createPortal(
    <div role="dialog">
      <p>Pay nothing to Acme</p>
      <button type="button">Confirm</button>
    </div>,
    document.body,
  );
  const more = [...columns, { key: "menu", title: "Actions", cell: () => dialog }];
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  renderInApp(
    <DataTable {...table} columns={more} answer={{ ...rest, data: { list } }} onOpen={onOpen} />,
  );

  await userEvent.click(await screen.findByText("Pay nothing to Acme"));
  screen.getByRole("button", { name: "Confirm" }).focus();
  await userEvent.keyboard("{Enter} ");
  expect(onOpen).not.toHaveBeenCalled();
});

test("an empty table offers the next step", async () => {
  renderInApp(<DataTable {...table} answer={{ ...rest, data: { list: [] } }} />);

  expect(await screen.findByText("Join a brand first")).toBeTruthy();
});

test("a table that failed to load says so and can be tried again", async () => {
  const refetch = vi.fn();
  renderInApp(
    <DataTable
      {...table}
      answer={{ ...rest, error: new Refusal(21005, "Out of order"), refetch }}
    />,
  );

  expect(await screen.findByText("Out of order")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));

  expect(refetch).toHaveBeenCalledOnce();
});

test("the first load of a table shows that it is loading", async () => {
  renderInApp(<DataTable {...table} answer={{ ...rest, isFetching: true }} />);

  expect(await screen.findByText("Loading")).toBeTruthy();
});

test("on a phone, a table row has two lines with name, words, figure and status, and a menu", async () => {
  mockPhone();
  const onOpen = vi.fn();
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  const phone = [
    { key: "at", title: "Day", cell: () => "1 Nov", phone: "more" as const },
    { key: "brand", title: "Brand", cell: ({ brand }: Row) => brand, phone: "lead" as const },
    {
      key: "clicks",
      title: "Clicks",
      cell: () => "12",
      numeric: true,
      sum: "12",
      phone: "more" as const,
    },
    { key: "state", title: "State", cell: () => "Paid", phone: "status" as const },
    { key: "sum", title: "Money", cell: () => "£5", sum: "£9", phone: "figure" as const },
    { key: "far", title: "Country", cell: () => "GB" },
  ];
  renderInApp(
    <DataTable {...table} columns={phone} answer={{ ...rest, data: { list } }} onOpen={onOpen} />,
  );

  const [head, row, sums] = await screen.findAllByRole("row");
  expect(head?.textContent).toBe("BrandMoney");
  expect(row?.textContent).toBe("Acme1 NovClicks 12£5Paid");
  expect(sums?.textContent).toBe("TotalClicks 12£9");
  await userEvent.click(screen.getByText("Paid"));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(list[0]);
});

test.each([false, true])(
  "a row's link leads to its page wherever one touches it, phone: %s",
  async (phone) => {
    if (phone) mockPhone();
    const list = [{ id: 1, brand: "Acme", clicks: "12" }];
    const link = () => ({ to: "/brands/$mcid", params: { mcid: "acme" } }) as const;
    renderInApp(<DataTable {...table} answer={{ ...rest, data: { list } }} link={link} />);

    const name = await screen.findByRole("link", { name: "Acme" });
    expect(name.getAttribute("href")).toBe("/brands/acme");
    const clicked = vi.fn((event: Event) => event.preventDefault());
    name.addEventListener("click", clicked);
    await userEvent.click(screen.getAllByRole("row")[1]?.lastElementChild as Element);
    expect(clicked).toHaveBeenCalledOnce();
  },
);

test("on a phone, table rows that lead nowhere show all their words", async () => {
  mockPhone();
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  const more = [...columns, { key: "from", title: "From", cell: () => "Paris" }];
  const { unmount } = renderInApp(
    <DataTable {...table} columns={more} answer={{ ...rest, data: { list } }} />,
  );
  expect((await screen.findAllByRole("row"))[1]?.textContent).toBe("AcmeClicks 12Paris");
  unmount();
  const hidden = { ...table, columns: more, hiddenByDefault: ["from"], name: "other" };
  renderInApp(<DataTable {...hidden} answer={{ ...rest, data: { list } }} />);
  expect((await screen.findAllByRole("row"))[1]?.textContent).toBe("AcmeClicks 12");
});

test("on a phone, many numbers of a table row stand below each other, and so do their sums", async () => {
  mockPhone();
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  const numbers = ["Clicks", "Orders", "Sales", "EPC"].map((title, place) => ({
    key: title,
    title,
    numeric: true,
    cell: () => place,
    sum: place < 3 ? place : undefined,
  }));
  const many = [...columns.slice(0, 1), ...numbers];
  renderInApp(<DataTable {...table} columns={many} answer={{ ...rest, data: { list } }} />);

  const figuresOf = (row: HTMLElement | undefined) =>
    [...(row?.querySelectorAll(".portal-number") ?? [])].map(({ textContent }) => textContent);
  const [, row, sums] = await screen.findAllByRole("row");
  expect(figuresOf(row)).toEqual(["Clicks0", "Orders1", "Sales2", "EPC3"]);
  expect(figuresOf(sums)).toEqual(["Clicks0", "Orders1", "Sales2"]);
});

test("turning the page of a table scrolls to its head if that is out of sight", async () => {
  const list = [{ id: 1, brand: "Acme", clicks: "12" }];
  const shown = vi.spyOn(HTMLElement.prototype, "scrollIntoView");
  const place = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
  const pages = <PageControls curPage={1} perPage={20} total={50} onChange={() => {}} />;
  renderInApp(<DataTable {...table} answer={{ ...rest, data: { list } }} pages={pages} />);

  for (const [top, count] of [
    [100, 0],
    [-300, 1],
  ] as const) {
    place.mockReturnValue({ top } as DOMRect);
    await userEvent.click(await screen.findByRole("button", { name: "2" }));
    expect(shown).toHaveBeenCalledTimes(count);
  }
});

test("opening a row of a table renders only that row and the one that was open", async () => {
  const rendered: string[] = [];
  const cell = ({ brand }: Row) => {
    rendered.push(brand);
    return brand;
  };
  const own = { ...table, columns: [{ key: "brand", title: "Brand", cell }] };
  const data = { list: ["Acme", "Bolt", "Cane"].map((brand, id) => ({ id, brand, clicks: "1" })) };
  function List() {
    const [opened, setOpened] = useState(0);
    return (
      <DataTable
        {...own}
        answer={{ ...rest, data }}
        opened={opened}
        onOpen={({ id }) => setOpened(id)}
      />
    );
  }
  renderInApp(<List />);
  const last = await screen.findByRole("button", { name: "Cane" });
  rendered.length = 0;

  await userEvent.click(last);

  expect(new Set(rendered)).toEqual(new Set(["Acme", "Cane"]));
});

test("a short list that is shown in whole has its total, and no pages to choose", async () => {
  renderInApp(<PageControls curPage={1} perPage={20} total={20} onChange={() => {}} />);

  expect(await screen.findByText("Total 20")).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(screen.queryByLabelText("Page size")).toBeNull();
});

test.each([
  { curPage: 1, perPage: 20, total: 21 },
  { curPage: 1, perPage: 5, total: 6 },
  { curPage: 2, perPage: 20, total: 20 },
] as const)("a list of which %o is shown has pages to choose", async (shown) => {
  renderInApp(<PageControls {...shown} onChange={() => {}} />);
  expect(await screen.findByLabelText("Page size")).toBeTruthy();
});
