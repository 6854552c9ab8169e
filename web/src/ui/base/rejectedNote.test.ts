import { expect, test } from "vitest";

import { rejectedNote } from "./rejectedNote";

test("a commission says how much of it was rejected, to the cent", () => {
  expect(rejectedNote({ rejected_commission: "162.68", currency: "GBP" })).toBe(
    "of which £162.68 rejected",
  );
});

test.each(["0", "0.00"])("one of which nothing was rejected (%s) says nothing", (nothing) => {
  expect(rejectedNote({ rejected_commission: nothing, currency: "GBP" })).toBeNull();
});
