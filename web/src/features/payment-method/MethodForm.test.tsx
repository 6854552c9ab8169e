import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { Refusal } from "@/api/call";
import type { MethodField, PaymentMethod } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";

import { MethodForm } from "./MethodForm";
import { MethodList } from "./MethodList";

const iban: MethodField = {
  name: "iban",
  label: "IBAN",
  help: "",
  required: true,
  most: 64,
  pattern: "[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}",
  shape: "IBAN begins with two letters and two digits",
  compact: true,
  choices: [],
  autocomplete: "off",
};
const method: PaymentMethod = {
  id: 7,
  kind: "bank",
  country: "DE",
  currency: "EUR",
  entity: "person",
  payee: "•••• 3000",
  fields: { iban: "•••• 3000" },
  is_default: false,
  waiting: true,
  usable_from: "2026-11-21T10:00:00Z",
  created_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
};
const portal = {
  "/user/profile": { ...maya, permissions: ["payment.edit"] },
  "/payments/method_fields": { currency: "EUR", currencies: ["EUR", "USD"], fields: [iban] },
  "/payments/method_save": method,
  "/payments/methods": { list: [{ ...method, id: 8, is_default: true }, method], total: 2 },
  "/payments/method_del": null,
};
const form = (edited: PaymentMethod | null, onSaved = () => {}) =>
  renderInApp(<MethodForm kind="bank" method={edited} onSaved={onSaved} onCancel={() => {}} />);

test("asks for what the portal says, and sends it with the password", async () => {
  const calls = mockPortal(portal);
  const onSaved = vi.fn();
  form(null, onSaved);

  await userEvent.click(await screen.findByRole("combobox", { name: "Country" }));
  await userEvent.click(await screen.findByRole("option", { name: "Germany" }));
  await userEvent.type(await screen.findByLabelText("IBAN"), "12");
  await userEvent.click(screen.getByRole("button", { name: "Save payment method" }));
  expect(await screen.findByText(iban.shape)).toBeTruthy();
  expect(attributesOf(calls, "/payments/method_save")).toEqual([]);

  await userEvent.clear(screen.getByLabelText("IBAN"));
  await userEvent.type(screen.getByLabelText("IBAN"), "de89 3704 0044 0532 0130 00");
  await userEvent.type(screen.getByLabelText("Your portal password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Save payment method" }));

  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(attributesOf(calls, "/payments/method_save")).toEqual([
    {
      kind: "bank",
      country: "DE",
      currency: "EUR",
      entity: "person",
      fields: { iban: "de89 3704 0044 0532 0130 00" },
      password: "a password",
    },
  ]);
});

test("shows beside its field what only the portal can see", async () => {
  mockPortal({
    ...portal,
    "/payments/method_save": new Refusal(21000, "`attributes.fields.iban`: this is no IBAN", {
      field: "attributes.fields.iban",
    }),
  });
  form(method);

  const field = await screen.findByLabelText("IBAN");
  expect(field.getAttribute("placeholder")).toBe("Currently •••• 3000");
  await userEvent.type(field, "DE89370400440532013001");
  await userEvent.type(screen.getByLabelText("Your portal password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Save payment method" }));

  expect(await screen.findByText("This is no IBAN")).toBeTruthy();
  expect(screen.getByDisplayValue("DE89370400440532013001")).toBeTruthy();
});

test("says that a password was wrong where it was typed", async () => {
  const calls = mockPortal({
    ...portal,
    "/payments/method_save": new Refusal(20050, "Invalid login password"),
  });
  form(method);

  await userEvent.type(await screen.findByLabelText("Your portal password"), "another");
  await userEvent.click(screen.getByRole("button", { name: "Save payment method" }));

  expect((await screen.findAllByText("Invalid login password")).length).toBeGreaterThan(0);
  expect(attributesOf(calls, "/payments/method_save")[0]).toMatchObject({ id: 7 });
});

test("deletes one that is not the default, once the password is given", async () => {
  const calls = mockPortal(portal);
  renderInApp(<MethodList />);

  const [button, ...others] = await screen.findAllByRole("button", { name: /^Delete/ });
  expect(others).toEqual([]);
  await userEvent.click(button as HTMLElement);
  await userEvent.type(await screen.findByLabelText("Your portal password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Delete payment method" }));

  await screen.findByText("Bank account •••• 3000 deleted");
  expect(attributesOf(calls, "/payments/method_del")).toEqual([{ id: 7, password: "a password" }]);
});
