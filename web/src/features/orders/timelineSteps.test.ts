import { expect, test } from "vitest";

import type { Item, OrderStory, TimelineEntry } from "@/api/gen/types.gen";

import { pastSteps, upcomingSteps } from "./timelineSteps";

const item = (fields: Partial<Item>) =>
  ({ status: "Pending", settlement_id: null, paid: false, ...fields }) as Item;
const entry = (fields: Partial<TimelineEntry>) =>
  ({
    at: "2026-11-01T10:00:00Z",
    item_id: null,
    from: null,
    to: null,
    delta_amount: null,
    delta_commission: null,
    reason_code: null,
    by: "acme",
    ...fields,
  }) as TimelineEntry;
const titlesOf = (...timeline: TimelineEntry[]) =>
  pastSteps({ currency: "GBP", timeline, items: [] } as unknown as OrderStory, "My blog").map(
    ({ title }) => title,
  );

test("an order's timeline is written in words, oldest first", () => {
  expect(
    titlesOf(
      entry({ kind: "payment", to: "700009", at: "2026-12-20T10:00:00Z" }),
      entry({ kind: "payment", from: "700008", at: "2026-12-18T10:00:00Z" }),
      entry({ kind: "click", at: "2026-10-31T10:00:00Z" }),
      entry({ kind: "order", delta_amount: "120.00", delta_commission: "9.60" }),
      entry({ kind: "status", from: "Pending", to: "Approved", at: "2026-11-10T10:00:00Z" }),
      entry({
        kind: "amount",
        delta_amount: "-20.00",
        delta_commission: "-1.60",
        reason_code: "item_returned",
        at: "2026-11-12T10:00:00Z",
      }),
      entry({ kind: "settlement", at: "2026-12-01T10:00:00Z" }),
    ),
  ).toEqual([
    "Clicked on My blog",
    "Order reported, GBP\u00a0120.00, commission GBP\u00a09.60",
    "Approved",
    "Amount lowered by GBP\u00a020.00, commission lowered by GBP\u00a01.60: item returned",
    "Commission settled",
    "Payment 700008 came back",
    "Commission paid with payment 700009",
  ]);
});

test("a postback in an order's timeline says its outcome", () => {
  const states = ["waiting", "delivered", "failed"].map((to) => entry({ kind: "postback", to }));
  const named = entry({
    kind: "postback",
    to: "delivered",
    event_type: 2,
    receiver: "tracker.example:443",
  });
  expect(titlesOf(...states, named)).toEqual([
    "Postback is waiting to be delivered",
    "Postback delivered",
    "Postback could not be delivered",
    "Postback “Order updated” to tracker.example delivered",
  ]);
});

test("an unchanged status is no step of an order's timeline", () => {
  expect(titlesOf(entry({ kind: "status", from: "Approved", to: "Approved" }))).toEqual([]);
});

test("a pending order is validated on the last of its items' days, then settled and paid", () => {
  const items = [
    item({ expected_validation_date: "2026-12-01T00:00:00Z" }),
    item({ expected_validation_date: "2026-12-09T00:00:00Z" }),
  ];

  expect(upcomingSteps({ items })).toEqual([
    { title: "The brand validates the order", day: "2026-12-09T00:00:00Z" },
    { title: "The approved commission is settled", day: null },
    { title: "The commission is paid to you", day: null },
  ]);
});

test("a rejected or paid order has no upcoming steps", () => {
  expect(upcomingSteps({ items: [item({ status: "Rejected" })] })).toEqual([]);
  expect(
    upcomingSteps({ items: [item({ status: "Approved", paid: true, settlement_id: 1 })] }),
  ).toEqual([]);
});

test("the timeline says that an order has no exchange rate until it has, and when that rate was corrected", () => {
  const [at, then] = ["2026-11-02T10:00:00Z", "2026-11-03T10:00:00Z"];
  const story = {
    currency: "USD",
    report_currency: "GBP",
    items: [],
    timeline: [
      entry({ kind: "order", delta_amount: "100.00", delta_commission: null }),
      entry({ kind: "rate", at, delta_report_amount: "8000.00", delta_report_comm: "800.00" }),
      entry({
        kind: "rate",
        at: then,
        delta_report_amount: "-7920.00",
        delta_report_comm: "-792.00",
      }),
    ],
  } as unknown as OrderStory;
  expect(pastSteps(story, "My blog").map(({ title }) => title)).toEqual([
    "Order reported, USD\u00a0100.00, commission not known yet",
    "Rated, as there is an exchange rate now: GBP\u00a08,000.00, commission GBP\u00a0800.00",
    "Rated again, as the exchange rate was corrected: amount lowered by GBP\u00a07,920.00, commission lowered by GBP\u00a0792.00",
  ]);
});
