import { screen, waitFor } from "@testing-library/react";
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
  wait_reason: null,
  usable_from: "2026-11-21T10:00:00Z",
  created_at: "2026-11-20T10:00:00Z",
  updated_at: "2026-11-20T10:00:00Z",
};
const portal = {
  "/user/profile": { ...maya, permissions: ["payee.edit"] },
  "/payments/method_fields": {
    currency: "EUR",
    currencies: ["EUR", "USD"],
    fields: [iban],
    bank_sees: null,
    wrong: [],
  },
  "/payments/method_save": method,
  "/payments/methods": { list: [{ ...method, id: 8, is_default: true }, method], total: 2 },
  "/payments/method_del": null,
};
const form = (edited: PaymentMethod | null, onSaved = () => {}) =>
  renderInApp(<MethodForm kind="bank" method={edited} onSaved={onSaved} onCancel={() => {}} />);

test("the payment method form shows how banks will see the holder's name", async () => {
  const holder = {
    ...iban,
    name: "holder",
    label: "Account holder",
    pattern: null,
    compact: false,
  };
  mockPortal({
    ...portal,
    "/payments/method_fields": ({ attributes }) => ({
      currency: "EUR",
      currencies: ["EUR"],
      fields: [holder, iban],
      bank_sees: (attributes as { holder?: string }).holder ? "Lukasz Walesa" : null,
      wrong: [],
    }),
  });
  form(method);

  await userEvent.type(await screen.findByLabelText("Account holder"), "Łukasz Wałęsa");

  expect(await screen.findByText(/Banks will see: Lukasz Walesa/)).toBeTruthy();
});

test("the fields of a payment method come from the portal, and are sent with the password", async () => {
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

  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
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

test("an invalid field of a payment method is named when it is left, before the password is asked for", async () => {
  const why = "This is not a valid IBAN; check its characters";
  const calls = mockPortal({
    ...portal,
    "/payments/method_fields": ({ attributes }) => {
      const { values = {} } = attributes as { values?: Record<string, string> };
      const isWrong = values.iban === "DE89370400440532013001";
      return {
        ...portal["/payments/method_fields"],
        wrong: isWrong ? [{ field: "iban", why, rule: "not_an_iban" as const, limit: null }] : [],
      };
    },
  });
  form(method);

  const field = await screen.findByLabelText("IBAN");
  await userEvent.type(field, "12");
  await userEvent.tab();
  expect(await screen.findByText(iban.shape)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, "DE89370400440532013001");
  await userEvent.tab();
  expect(await screen.findByText(why)).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.tab();

  expect(screen.queryByText(why)).toBeNull();
  expect(screen.queryByText(iban.shape)).toBeNull();
  expect(attributesOf(calls, "/payments/method_save")).toEqual([]);
});

test("the refusal of a payment method is shown beside its field", async () => {
  mockPortal({
    ...portal,
    "/payments/method_save": new Refusal(21000, "`attributes.fields.iban`: this is no IBAN", {
      field: "attributes.fields.iban",
      rule: "not_an_iban",
    }),
  });
  form(method);

  const field = await screen.findByLabelText("IBAN");
  expect(field.getAttribute("placeholder")).toBe("Currently •••• 3000");
  await userEvent.type(field, "DE89370400440532013001");
  await userEvent.type(screen.getByLabelText("Your portal password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Save payment method" }));

  expect(await screen.findByText("This is not a valid IBAN; check its characters")).toBeTruthy();
  expect(screen.getByDisplayValue("DE89370400440532013001")).toBeTruthy();
});

test("an IBAN of another country says which one, and what to choose", async () => {
  const german = { ...iban, pattern: "DE[0-9]{2}[A-Z0-9]{18}", shape: "must begin with DE" };
  const fields = { ...portal["/payments/method_fields"], fields: [german] };
  mockPortal({ ...portal, "/payments/method_fields": fields });
  form(method);
  const field = await screen.findByLabelText("IBAN");

  await userEvent.type(field, "FR76 3000 6000 0112 3456 7890 189");
  await userEvent.tab();

  expect(
    await screen.findByText(
      "This is an IBAN of France. Choose France as the country above, or enter one of Germany.",
    ),
  ).toBeTruthy();
});

test("a wrong password for a payment method is reported beside its field", async () => {
  const calls = mockPortal({
    ...portal,
    "/payments/method_save": new Refusal(20050, "Invalid login password"),
  });
  form(method);

  await userEvent.type(await screen.findByLabelText("Your portal password"), "another");
  await userEvent.click(screen.getByRole("button", { name: "Save payment method" }));

  expect(await screen.findByText("That is not your password")).toBeTruthy();
  expect(screen.queryByText("Invalid login password")).toBeNull();
  expect(attributesOf(calls, "/payments/method_save")[0]).toMatchObject({ id: 7 });
});

test("a payment method whose last payment failed says why instead of being ready", async () => {
  const ready = { ...method, waiting: false };
  const list = [
    { ...ready, id: 8, is_default: true },
    {
      ...ready,
      last_failure: "No such account",
      last_failed_at: "2026-11-21T10:00:00Z",
      holds_schedule: true,
    },
  ];
  mockPortal({ ...portal, "/payments/methods": { list, total: 2 } });
  renderInApp(<MethodList />);

  expect(
    await screen.findByText(/^Last payment failed: No such account, 21 Nov 2026/),
  ).toBeTruthy();
  expect(screen.getByText(/^Scheduled payments skip it/)).toBeTruthy();
  expect(screen.getAllByText("Ready")).toHaveLength(1);
});

test("a payment method that is not the default is deleted with the password", async () => {
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
