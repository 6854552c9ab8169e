import { expect, test } from "vitest";

import type { Alert } from "@/api/gen/types.gen";
import { stopped } from "@/testing/alert";
import { foundOf, surenessOf } from "./alertFacts";

test.each<[Partial<Alert>, string | null]>([
  [{}, "About 42 orders were expected, and 0 arrived."],
  [{ kind: 3, expected: 1234, seen: 20 }, "About 1,234 clicks were expected, and 20 arrived."],
  [
    { kind: 4, expected: 5.004, seen: 3.1 },
    "An order usually brings about GBP 5.00, and now GBP 3.10.",
  ],
  [
    { kind: 5, expected: 36, seen: 16, evidence: { ...stopped.evidence, decided: 40 } },
    "The brand decided 40 items. About 36 would usually be approved, and 16 were.",
  ],
  [
    {
      kind: 6,
      expected: null,
      seen: null,
      evidence: { ...stopped.evidence, orders: 2, before: "9.00", after: "6.30" },
    },
    "Your 2 orders of the last 30 days earn GBP 9.00 under the terms before, and GBP 6.30 under the new ones.",
  ],
  [
    { kind: 8, expected: null, seen: null, evidence: { ...stopped.evidence, orders: 1 } },
    "1 approved order is not paid, later than the brand promises and usually pays.",
  ],
  [{ kind: 9, expected: null, seen: null }, null],
])("what was expected and seen with %j is a sentence", (change, sentence) => {
  expect(foundOf({ ...stopped, ...change })).toBe(sentence);
});

test.each([
  [
    3e-9,
    "This is practically certain: chance alone would do this less than once in a million times.",
  ],
  [2e-5, "We are very sure: chance alone would do this less than once in 10,000 times."],
  [1e-3, "We are fairly sure: chance alone would do this less than once in 1,000 times."],
  [null, "We checked this; it is not inferred from your figures."],
])("a probability of %j is put into words", (chance, sentence) => {
  expect(surenessOf({ chance })).toBe(sentence);
});
