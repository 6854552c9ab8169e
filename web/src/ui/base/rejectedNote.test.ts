import { expect, test } from "vitest";

import { rejectedNote } from "./rejectedNote";

test("the note on a commission says how much of it was rejected, to the cent", () => {
  expect(rejectedNote({ rejected_commission: "162.68", currency: "GBP" })).toBe(
    "of which GBP\u00a0162.68 rejected",
  );
});

test.each(["0", "0.00"])("a commission of which %s was rejected has no note", (nothing) => {
  expect(rejectedNote({ rejected_commission: nothing, currency: "GBP" })).toBeNull();
});
