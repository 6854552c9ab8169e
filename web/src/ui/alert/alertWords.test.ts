import { expect, test } from "vitest";

import { stopped } from "@/testing/alert";
import { costPerDay, costSoFar, subjectOf } from "./alertWords";

const risk = { low: "40.20", high: "91.80", day_low: "8", day_high: "16", currency: "GBP" };

test.each([
  [{}, "GBP 40 to 92", "GBP 12"],
  [{ low: "0.00" }, "up to GBP 92", "GBP 12"],
  [{ low: "1234.5", high: "18765" }, "GBP 1,200 to 19,000", "GBP 12"],
  [{ low: "15.05", high: "15.05", day_low: "0.00", day_high: "0.00" }, "GBP 15.05", null],
  [{ low: "3.40", high: "3.10", day_low: "0.30", day_high: "0.50" }, "GBP 3", "GBP 0.40"],
])(
  "an estimate of the money at risk with %j is rounded to its precision",
  (amounts, soFar, perDay) => {
    expect(costSoFar({ ...risk, ...amounts })).toBe(soFar);
    expect(costPerDay({ ...risk, ...amounts })).toBe(perDay);
  },
);

test("an alert without a brand and channel is about postbacks", () => {
  expect(subjectOf(stopped)).toBe("Acme · Blog");
  expect(subjectOf({ ...stopped, brand_name: null, site_name: null })).toBe("Your postbacks");
});
