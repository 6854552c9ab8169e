import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { OrderImportInfo } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { Network } from "@/features/network/page/Network";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

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
  by: "ann",
  created_at: "2026-11-20T10:00:00Z",
} as unknown as OrderImportInfo;

test("an import's sales name their currencies, and the screen its time zone once", async () => {
  mockPortal({
    "/user/profile": operator,
    "/network/order_imports": { list: [imported], total: 1, next: null },
    "/network/order_import_info": imported,
  });
  renderInApp(<Network search={{ tab: "imports", look: "5" }} onSearch={() => {}} />);

  const drawer = within(await screen.findByRole("dialog", { name: "july.csv" }));
  expect(await drawer.findByText("Sales (EUR)")).toBeTruthy();
  expect(drawer.getByText("Sales (GBP)")).toBeTruthy();
  expect(drawer.queryByText("Sales")).toBeNull();
  expect(screen.getAllByText("Times in UTC")).toHaveLength(1);
});
