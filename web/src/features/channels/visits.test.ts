import { expect, test } from "vitest";

import { parseVisits } from "./visits";

test.each([
  ["25k", 25_000],
  ["25 K", 25_000],
  ["1.2m", 1_200_000],
  ["1,5k", 1_500],
  ["25,000", 25_000],
  ["1.250.000", 1_250_000],
  ["25 000", 25_000],
  ["500", 500],
  ["", null],
  ["many", undefined],
  ["25.5", undefined],
  ["-3", undefined],
])("monthly visits typed as %s mean %s", (typed, meant) => {
  expect(parseVisits(typed)).toBe(meant);
});
