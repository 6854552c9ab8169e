import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { NetworkOrderInfo } from "@/api/gen/types.gen";
import { mockPortal, renderInApp } from "@/testing/portal";

import { NetworkOrderDrawer } from "./NetworkOrderDrawer";

const info = {
  oid: 7,
  order_id: "A-7",
  brand_name: "Acme",
  uid: 1001,
  publisher: "Maya",
  site_id: 5,
  site_name: "Maya's blog",
  order_time: "2026-11-01T10:00:00Z",
  currency: "GBP",
  report_currency: "GBP",
  sale_amount: "100.00",
  sale_comm: "10.00",
  status: "Pending",
  items: [{ item_id: "1", quantity: 1, status: "Pending", settlement_id: null, paid: false }],
  timeline: [
    { at: "2026-11-01T09:00:00Z", kind: "click", by: "" },
    { at: "2026-11-02T09:00:00Z", kind: "case", from: "info_needed", to: "open", case_id: 3 },
  ],
} as unknown as NetworkOrderInfo;

test("the operator's drawer of an order shows its publisher and the possible actions", async () => {
  mockPortal({ "/network/order_info": info });
  renderInApp(
    <NetworkOrderDrawer
      shown={7}
      actions={({ oid }) => <button type="button">Decide {oid}</button>}
      onClose={() => {}}
    />,
  );

  const drawer = within(await screen.findByRole("dialog", { name: "Order A-7" }));
  expect(drawer.getByRole("link", { name: "Maya" }).getAttribute("href")).toContain("look=");
  expect(drawer.getByText("Maya's blog")).toBeTruthy();
  expect(drawer.getByText("Clicked on Maya's blog")).toBeTruthy();
  expect(drawer.getByText("Case 3 answered by the publisher")).toBeTruthy();
  expect(drawer.getByText("The commission is paid to the publisher")).toBeTruthy();
  expect(drawer.getByRole("button", { name: "Decide 7" })).toBeTruthy();
});
