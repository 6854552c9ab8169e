import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { NetworkPayment, NetworkSettlement } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { PaymentFacts } from "@/features/payments/PaymentFacts";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { PaymentsTab } from "./PaymentsTab";
import { SettlementsTab } from "./SettlementsTab";

const DOLLARS = ["USD", "CAD", "NZD"];
const operator = {
  ...maya,
  roles: ["operator"],
  permissions: ["settlement.edit", "payment.send"],
  default_site: null,
} as User;
const settlements = DOLLARS.map(
  (currency, position) =>
    ({
      settlement_id: 500001 + position,
      uid: 1,
      publisher: "Maya",
      brand_name: "Acme",
      period: "2026-10",
      type: "commission",
      amount: "30.00",
      currency,
      state: "payable",
      created_at: "2026-11-01T10:00:00Z",
    }) as NetworkSettlement,
);
const payments = DOLLARS.map(
  (currency, position) =>
    ({
      payment_id: 700001 + position,
      uid: 1,
      publisher: "Maya",
      request_date: "2026-11-20T10:00:00Z",
      method: "bank",
      payee: "•••• 3000",
      gross: "30.00",
      fee: "0.00",
      vat: "0.00",
      net: "30.00",
      currency,
      payout_currency: DOLLARS[(position + 1) % DOLLARS.length],
      payout_amount: "27.00",
      rate: "0.9",
      status: "processing",
      channel: "file",
    }) as NetworkPayment,
);

/** Each dollar is distinguishable, and none is a bare sign. */
function checkCodes(text: string) {
  expect(text).not.toContain("$");
  for (const currency of DOLLARS) expect(text).toMatch(new RegExp(`${currency}\\s30\\.00`));
}

test.each([
  ["settlements", "/network/settlements", settlements],
  ["payments", "/network/payments", payments],
] as const)(
  "amounts of %s in several dollar currencies are told apart",
  async (tab, path, list) => {
    mockPortal({
      "/user/profile": operator,
      "/network/months": { list: [] },
      "/network/entities": { list: [] },
      [path]: { list: [...list], total: list.length, next: null },
    });
    const Tab = tab === "settlements" ? SettlementsTab : PaymentsTab;
    renderInApp(<Tab search={{}} onSearch={() => {}} />);
    const table = await screen.findByRole("table");
    await within(table).findByText(tab === "payments" ? "700001" : "500001");
    checkCodes(table.textContent ?? "");
  },
);

test("a payment says in which currency it is and in which it arrives", async () => {
  mockPortal({
    "/user/profile": maya,
  });
  for (const row of payments) renderInApp(<PaymentFacts row={row} progress={[]} />);
  for (const { payment_id } of payments) await screen.findByText(new RegExp(`${payment_id}`));
  checkCodes(document.body.textContent ?? "");
  expect(document.body.textContent).toMatch(/CAD\s27\.00/);
});
