import { expect, test } from "vitest";

import type { DateRecord } from "@/api/gen/types.gen";
import { dateRecordText, keptText } from "./dateRecordText";

const record: DateRecord = {
  kept_percent: 91,
  dates: 1204,
  early_days: 1,
  late_days: 3,
  p90_days: 33,
  keeps_dates: true,
  source: "own",
};

test("the record of a brand's dates says how many were kept", () => {
  expect(dateRecordText(record, "decision")).toBe("91% of 1,204 within 3 days (yours, 12 months)");
});

test("the record of dates of all publishers is rounded to steps", () => {
  const all = { ...record, dates: 1000, source: "all" as const };

  expect(dateRecordText(all, "payment")).toBe(
    "91% of 1,000+ within 3 days (all publishers, 12 months)",
  );
});

test("the record of dates that vary says by how many days", () => {
  expect(dateRecordText({ ...record, late_days: 8 }, "payment")).toBe(
    "91% of 1,204 within 3 days, 8 of 10 from 1 day before to 8 days after (yours, 12 months)",
  );
});

test.each([
  ["decision", "Keeps no dates: 9 of 10 within 74 days of the order (yours, 12 months)"],
  ["brandPayment", "Keeps no dates: 9 of 10 within 74 days of the month's end (yours, 12 months)"],
  ["payment", "Keeps no dates: 9 of 10 within 74 days of the request (yours, 12 months)"],
] as const)(
  "if no %s date is kept, the record says within how many days nine of ten came",
  (kind, words) => {
    expect(dateRecordText({ ...record, keeps_dates: false, p90_days: 74 }, kind)).toBe(words);
  },
);

test("beside measured days, a record without kept dates has none of its own", () => {
  expect(keptText({ ...record, keeps_dates: false })).toBe("Keeps no dates");
});
