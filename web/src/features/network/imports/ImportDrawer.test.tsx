import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { OrderImportInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { Network } from "@/features/network/page/Network";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ImportsTab } from "./ImportsTab";

const operator = {
  ...maya,
  time_zone: "Europe/London",
  roles: ["operator"],
  permissions: ["order.edit"],
  default_site: null,
} as User;
const imported = {
  id: 5,
  name: "july.csv",
  kind: "orders",
  status: 2,
  total: 3,
  lines: 3,
  created: 2,
  updated: 0,
  unchanged: 1,
  refused: 0,
  sales: { EUR: "20.00", GBP: "12.50" },
  rejected: { GBP: "2.50" },
  repeats: 3,
  warned: 2,
  warnings: [{ line: 3, order_id: "1001", warning: "Land 'Narnia' is not known" }],
  by: "ann",
  created_at: "2026-11-20T10:00:00Z",
} as unknown as OrderImportInfo;

test("sales of an import name their currencies, and the screen names its time zone once", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/order_imports": { list: [imported], total: 1, next: null },
    "/network/order_import_info": imported,
  });
  renderInApp(
    <Network tab="imports">
      <ImportsTab search={{ look: "5" }} onSearch={() => {}} />
    </Network>,
  );

  const drawer = within(await screen.findByRole("dialog", { name: "july.csv" }));
  expect(await drawer.findByText("Sales (EUR)")).toBeTruthy();
  expect(drawer.getByText("Sales (GBP)")).toBeTruthy();
  expect(drawer.queryByText("Sales")).toBeNull();
  expect(screen.getAllByText("Times in UTC")).toHaveLength(1);
});

test("an import lists its orders with warnings", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/order_imports": { list: [imported], total: 1, next: null },
    "/network/order_import_info": imported,
  });
  renderInApp(<ImportsTab search={{ look: "5" }} onSearch={() => {}} />);

  const drawer = within(await screen.findByRole("dialog", { name: "july.csv" }));
  const table = within(await drawer.findByRole("table", { name: "Orders to look at: 2" }));
  expect(table.getByText("Land 'Narnia' is not known")).toBeTruthy();
  expect(drawer.getByText("The first 1 are shown.")).toBeTruthy();
});
