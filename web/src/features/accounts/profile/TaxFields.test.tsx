import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { VatStanding } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { CompanyPanel } from "./CompanyPanel";

const company = {
  name: "Kitchen GmbH",
  country: "DE",
  category: null,
  address: null,
  city: null,
  province: null,
  postal_code: null,
  entity: "company" as const,
  tax_id: null,
  vat_id: "DE136695976",
  self_billing: true,
  vat_status: "registered" as const,
};
const owner: User = { ...maya, permissions: ["account.edit", "payment.read"], company };
const standing: VatStanding = {
  review: {
    status: "registered",
    country: "DE",
    name: "Kitchen GmbH",
    number: "DE136695976",
    stated_at: "2026-11-20T10:00:00Z",
    state: "waiting",
    decided_at: null,
    reason: null,
    ends_at: null,
  },
  agreement: {
    version: 1,
    number: "DE136695976",
    country: "DE",
    agreed_at: "2025-12-10T10:00:00Z",
    ends_at: "2026-12-10T10:00:00Z",
  },
  ask_again: true,
  version: 1,
  text: "I agree that the network issues the invoices",
};
const portal = {
  "/user/profile": owner,
  "/user/edit": null,
  "/common/regions": { list: [], total: 0 },
  "/payments/vat_fields": { example: "DE136695976", tax_number_enough: true },
  "/payments/vat_standing": standing,
  "/payments/self_billing_agree": { ...standing, ask_again: false },
};

test("the tax fields show an example, the result of the check and the text of the agreement", async () => {
  mockPortal(portal);
  renderInApp(<CompanyPanel />);

  expect(await screen.findByText("Such as DE136695976")).toBeTruthy();
  expect(screen.getByText("Enough in your country if you have no VAT number")).toBeTruthy();
  expect(await screen.findByText(/has not confirmed your VAT registration yet/)).toBeTruthy();
  expect(screen.getByText(standing.text)).toBeTruthy();
});

test("a self-billing agreement that ends soon is renewed in the version that was shown", async () => {
  const calls = mockPortal(portal);
  renderInApp(<CompanyPanel />);

  expect(await screen.findByText("Agreed on 10 Dec 2025, until 10 Dec 2026")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Agree for another year" }));

  await expect
    .poll(() => attributesOf(calls, "/payments/self_billing_agree"))
    .toEqual([{ version: 1 }]);
});

test("a changed VAT number says that saving agrees to self-billing again, and an invalid one is refused beside its field", async () => {
  const refusal = new Refusal(21000, "`attributes.company.vat_id`: is not a valid VAT number", {
    field: "attributes.company.vat_id",
  });
  const calls = mockPortal({ ...portal, "/user/edit": refusal });
  renderInApp(<CompanyPanel />);
  const number = await screen.findByLabelText(/^VAT number/);

  await userEvent.clear(number);
  await userEvent.type(number, "n/a");
  expect(screen.getByText(/by saving you agree to this text for the new one/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save publisher" }));

  await expect.poll(() => number.getAttribute("aria-invalid")).toBe("true");
  expect(attributesOf(calls, "/user/edit")[0]).toMatchObject({
    company: { vat_id: "n/a", vat_status: "registered" },
  });
});
