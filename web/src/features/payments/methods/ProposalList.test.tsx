import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Refusal } from "@/api/call";
import type { MethodProposal } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { MethodForm } from "./MethodForm";
import { ProposalList } from "./ProposalList";

const proposal: MethodProposal = {
  id: 3,
  replaces: null,
  kind: "bank",
  country: "DE",
  currency: "EUR",
  entity: "company",
  payee: "•••• 2051",
  fields: { iban: "•••• 2051" },
  account_field: "IBAN",
  proposed_by: "Finn",
  own: false,
  proposed_at: "2026-11-27T10:00:00Z",
  ends_at: "2026-12-27T10:00:00Z",
};
const finance = { ...maya, permissions: ["payment.read", "payee.propose"] };
const portal = {
  "/user/profile": maya,
  "/payments/proposals": { list: [proposal], total: 1 },
  "/payments/proposal_end": null,
};

test("an owner confirms a proposed payment method by typing its account in full", async () => {
  const wrong = new Refusal(
    21000,
    "`attributes.account`: this is not the account that was proposed",
    {
      field: "attributes.account",
      rule: "mismatch",
    },
  );
  const calls = mockPortal({ ...portal, "/payments/proposal_confirm": wrong });
  renderInApp(<ProposalList />);

  await userEvent.click(
    await screen.findByRole("button", { name: "Confirm Bank account •••• 2051" }),
  );
  await userEvent.type(await screen.findByLabelText("Your portal password"), "a password");
  await userEvent.click(screen.getByRole("button", { name: "Confirm account" }));
  expect(await screen.findByText("Fill in this field")).toBeTruthy();
  expect(attributesOf(calls, "/payments/proposal_confirm")).toEqual([]);

  await userEvent.type(screen.getByLabelText("IBAN"), "DE02120300000000202051");
  await userEvent.click(screen.getByRole("button", { name: "Confirm account" }));

  expect(await screen.findByText(/is not the account that was proposed/)).toBeTruthy();
  expect(attributesOf(calls, "/payments/proposal_confirm")).toEqual([
    { id: 3, account: "DE02120300000000202051", password: "a password" },
  ]);
});

test("an owner declines a proposed payment method", async () => {
  const calls = mockPortal(portal);
  renderInApp(<ProposalList />);

  await userEvent.click(
    await screen.findByRole("button", { name: "Decline Bank account •••• 2051" }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Decline" }));

  await waitFor(() => expect(attributesOf(calls, "/payments/proposal_end")).toEqual([{ id: 3 }]));
});

test("a finance member withdraws a proposal and confirms none", async () => {
  const own = { ...proposal, own: true };
  mockPortal({
    ...portal,
    "/user/profile": finance,
    "/payments/proposals": { list: [own], total: 1 },
  });
  renderInApp(<ProposalList />);

  expect(
    await screen.findByRole("button", { name: "Withdraw Bank account •••• 2051" }),
  ).toBeTruthy();
  expect(screen.getByText(/Proposed by you/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Confirm/ })).toBeNull();
});

test("the form of a payment method proposes it where one may not save it", async () => {
  mockPortal({
    "/user/profile": finance,
    "/payments/method_fields": { currency: "EUR", currencies: ["EUR"], fields: [], wrong: [] },
  });
  renderInApp(<MethodForm kind="bank" method={null} onSaved={() => {}} onCancel={() => {}} />);

  expect(await screen.findByRole("button", { name: "Propose this method" })).toBeTruthy();
});
