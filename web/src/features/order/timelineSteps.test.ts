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

test("an order's story is told in words, oldest first", () => {
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
    "Order reported, £120.00, commission £9.60",
    "Approved",
    "Amount lowered by £20.00, commission lowered by £1.60: item returned",
    "Commission settled",
    "Payment 700008 came back",
    "Commission paid with payment 700009",
  ]);
});

test("a postback is told by what became of it", () => {
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

test("a status that stayed as it was is no step", () => {
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

test("nothing is to come of what is rejected or paid", () => {
  expect(upcomingSteps({ items: [item({ status: "Rejected" })] })).toEqual([]);
  expect(
    upcomingSteps({ items: [item({ status: "Approved", paid: true, settlement_id: 1 })] }),
  ).toEqual([]);
});
