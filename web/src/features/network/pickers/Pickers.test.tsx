import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { NetworkAccount, NetworkBrand } from "@/api/gen/types.gen";
import { OrderFilters } from "@/features/network/orders/OrdersTab";
import type { OrdersSearch } from "@/features/network/orders/searchParams";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { PublisherSelect } from "./PublisherSelect";

const ACCOUNTS = [
  { uid: 1001, publisher: "Maya writes", username: "maya", email: "maya@example.com" },
  { uid: 1002, publisher: "", username: "tom", email: "tom@example.com" },
] as NetworkAccount[];
const BRANDS = [
  { mcid: "acme", name: "Acme" },
  { mcid: "loomfield", name: "Loomfield" },
] as NetworkBrand[];
/** The list loads when it is first opened. */

const mockNetwork = () =>
  mockPortal({
    "/user/profile": maya,
    "/network/accounts": ({ filter }) => {
      const { uid, keyword = "" } = (filter ?? {}) as { uid?: number; keyword?: string };
      const list = ACCOUNTS.filter((each) =>
        uid ? each.uid === uid : `${each.publisher} ${each.email}`.includes(keyword),
      );
      return { list, total: list.length, next: null };
    },
    "/network/brands": ({ filter }) => {
      const { mcid, keyword = "" } = (filter ?? {}) as { mcid?: string; keyword?: string };
      const list = BRANDS.filter((each) =>
        mcid ? each.mcid === mcid : each.name.toLowerCase().includes(keyword),
      );
      return { list, total: list.length, next: null };
    },
  });
type Calls = ReturnType<typeof mockPortal>;
const keywordsOf = (calls: Calls) =>
  calls.flatMap(({ req }) => (req.filter as { keyword?: string })?.keyword ?? []);

function renderPicker() {
  const onChange = vi.fn();
  const onSubmit = vi.fn((event: React.FormEvent) => event.preventDefault());
  const calls = mockNetwork();
  renderInApp(
    <form onSubmit={onSubmit}>
      <PublisherSelect label="Publisher" value="" onChange={onChange} />
      <button type="submit">Save</button>
    </form>,
  );
  return { calls, onChange, onSubmit };
}
const field = () => screen.findByRole("combobox", { name: "Publisher" });

test("a publisher is found by its email address", async () => {
  const { calls, onChange } = renderPicker();
  await userEvent.type(await field(), "tom@");
  await waitFor(() => expect(keywordsOf(calls)).toEqual(["tom@"]));
  await userEvent.click(await screen.findByRole("option", { name: /^tom \(1002\)/ }));

  expect(onChange).toHaveBeenCalledWith(1002);
});

test("a typed publisher ID is chosen on Enter, without sending the form", async () => {
  const { onChange, onSubmit } = renderPicker();
  await userEvent.type(await field(), "1001{Enter}");

  expect(onChange).toHaveBeenCalledWith(1001);
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a typed publisher ID is chosen when the field is left", async () => {
  const { onChange } = renderPicker();
  await userEvent.type(await field(), "1001");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));

  expect(onChange).toHaveBeenCalledWith(1001);
});

test("filters show the chosen brand and publisher by name, and another is picked by name", async () => {
  const onChange = vi.fn();
  const calls = mockNetwork();
  const search: OrdersSearch = { mcid: "acme", uid: 1001 };
  renderInApp(<OrderFilters search={search} onChange={onChange} />);

  expect(await screen.findByRole("button", { name: /Maya writes \(1001\)/ })).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: /Acme/ }));
  const brand = await screen.findByRole("combobox", { name: "Brand" });
  await userEvent.clear(brand);
  await userEvent.type(brand, "loom");
  await waitFor(() => expect(keywordsOf(calls)).toEqual(["loom"]));
  await userEvent.click(await screen.findByRole("option", { name: "Loomfield" }));

  expect(onChange).toHaveBeenCalledWith({ mcid: "loomfield" });
});
