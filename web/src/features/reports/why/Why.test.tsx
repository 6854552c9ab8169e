import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Brand, Fact, FactValues, FilledCase, Why } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { why as words } from "@/text/reports/why";

import { factText } from "./factText";
import { WhyMissing } from "./WhyMissing";
import { WhyOwn } from "./WhyOwn";

const NO_VALUES: FactValues = {
  item_id: null,
  amount: null,
  commission: null,
  currency: null,
  rate: null,
  to_currency: null,
  reason_code: null,
  refusal: null,
  state: null,
  text: null,
  until: null,
  day: null,
  period: null,
  days: null,
  count: null,
  share: null,
  by: null,
};

const makeFact = (fact: number, values: Partial<FactValues> = {}): Fact =>
  ({
    at: null,
    fact,
    rule: 4,
    documented: "/help?article=orders",
    evidence: { page: "/reports/transactions?oid=7", call: "/reports/transaction" },
    values: { ...NO_VALUES, ...values },
  }) as Fact;

const filled: FilledCase = {
  kind: "missing",
  note: "Order A-1 is missing.",
  oid: null,
  mcid: "acme",
  order_id: "A-1",
  order_time: "2026-11-20T12:00:00Z",
  currency: "GBP",
  amount: "50.00",
  click_ref: "ab",
};

const makeAnswer = (answer: Partial<Why>): Why =>
  ({
    list: [],
    verdict: 10,
    reason_code: null,
    refusal: null,
    until: null,
    oid: 7,
    next_step: { step: 1, page: null, until: null, case: null },
    ...answer,
  }) as Why;

const shops = [{ mcid: "acme", name: "Acme", currency: "GBP" }] as unknown as Brand[];
const portal = {
  "/user/profile": maya,
  "/brands/find": { list: shops, total: 1, next: null },
};

test("Why shows the verdict on a rejected order, its facts and the case to open", async () => {
  mockPortal({
    ...portal,
    "/reports/why": makeAnswer({
      reason_code: "item_returned",
      list: [makeFact(8, { reason_code: "item_returned", text: "Back on Monday" })],
      next_step: {
        step: 3,
        page: "/reports/cases?add=declined&about=7",
        until: null,
        case: { ...filled, kind: "declined", oid: 7 },
      },
    }),
  });
  renderInApp(<WhyOwn search={{ oid: 7 }} onSearch={() => {}} />);

  expect(
    await screen.findByRole("heading", { name: "It was rejected: item returned" }),
  ).toBeTruthy();
  expect(screen.getByText("It would count if the customer had kept the item.")).toBeTruthy();
  expect(screen.getByText("Rejected: item returned – Back on Monday")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Open a case" });
  expect(link.getAttribute("href")).toContain("add=declined");
  expect(screen.getByRole("link", { name: "Rule: who decides an order" })).toBeTruthy();
});

test("Why says of a payment that has not been started how late it is", async () => {
  mockPortal({
    ...portal,
    "/reports/why": makeAnswer({
      verdict: 35,
      list: [makeFact(43, { days: 3, day: "2026-11-20", state: "past" })],
      next_step: {
        step: 12,
        page: "/reports/cases?add=question&payment_id=700001",
        until: null,
        case: null,
      },
    }),
  });
  renderInApp(<WhyOwn search={{ payment_id: 700001 }} onSearch={() => {}} />);

  const headline = "The payment has not been started yet, 3 days late";
  expect(await screen.findByRole("heading", { name: headline })).toBeTruthy();
  const link = screen.getByRole("link", { name: "Ask a question" });
  expect(link.getAttribute("href")).toContain("payment_id=700001");
});

test("Why lets one choose what to explain of an order", async () => {
  mockPortal({ ...portal, "/reports/why": makeAnswer({}) });
  const chosen: number[] = [];
  renderInApp(<WhyOwn search={{ oid: 7 }} onSearch={({ about }) => about && chosen.push(about)} />);

  await userEvent.click(await screen.findByRole("radio", { name: "Commission" }));

  expect(chosen).toEqual([3]);
});

test("Why is asked about a missing order once, and fills in its case", async () => {
  const calls = mockPortal({
    ...portal,
    "/reports/why": makeAnswer({
      verdict: 1,
      oid: null,
      next_step: { step: 3, page: "/reports/cases?add=missing", until: null, case: filled },
    }),
  });
  const taken: Array<FilledCase | undefined> = [];
  renderInApp(<WhyMissing start={{ mcid: "acme" }} onCase={(each) => taken.push(each)} />);
  await userEvent.type(await screen.findByLabelText("Order number"), "A-1");
  await userEvent.type(screen.getByLabelText("Day of the order"), "2026-11-20");
  await userEvent.type(screen.getByLabelText("Order amount"), "50.00");

  await userEvent.click(screen.getByRole("button", { name: "Find out" }));
  await userEvent.click(await screen.findByRole("button", { name: "Go on to the case" }));

  expect(screen.getByRole("heading", { name: "It was not reported to us" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Report it/ })).toBeNull();
  expect(taken).toEqual([filled]);
  const asked = calls.filter(({ path }) => path === "/reports/why");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.req.attributes).toEqual({
    mcid: "acme",
    order_id: "A-1",
    day: "2026-11-20",
    amount: "50.00",
  });
});

test("a missing order can be reported as a case without asking Why", async () => {
  mockPortal(portal);
  const taken: Array<FilledCase | undefined> = [];
  renderInApp(<WhyMissing onCase={(each) => taken.push(each)} />);

  await userEvent.click(await screen.findByRole("button", { name: "Report it without asking" }));

  await waitFor(() => expect(taken).toEqual([undefined]));
});

test("every fact that Why states has a text", () => {
  const numbers = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
    ...[
      20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42,
      43,
    ],
    ...[50, 51, 52, 53, 54, 55, 60, 61, 62, 70, 71, 72, 73, 74],
  ];

  const silent = numbers.filter((fact) => factText(makeFact(fact), "UTC") === "");

  expect(silent).toEqual([]);
  expect(words.verdicts[40]).toBeTruthy();
});
