import { expect, test } from "vitest";

import { changeOf } from "./change";
import { id, ids, oneOf, someOf, text, texts } from "./search";

test("what is known is read, also from a number or a list with commas", () => {
  expect(oneOf("30d", ["7d", "30d"])).toBe("30d");
  expect(oneOf("2", [0, 2])).toBe(2);
  expect(texts("acme,hearth,acme")).toEqual(["acme", "hearth"]);
  expect(ids([3, "4", "x", -1])).toEqual([3, 4]);
  expect(text(20931)).toBe("20931");
  expect(id("7")).toBe(7);
});

test("nonsense is as if it were not there", () => {
  expect(oneOf("1000d", ["7d", "30d"])).toBeUndefined();
  expect(someOf(["shoes"], ["date", "brand"])).toBeUndefined();
  expect(text("   ")).toBeUndefined();
  expect(text({ $gt: "" })).toBeUndefined();
  expect(ids("x")).toBeUndefined();
  expect(id("1.5")).toBeUndefined();
});

test("a change is a share of what was before, and none where nothing can be told", () => {
  expect(changeOf("15.00", "10.00")).toBeCloseTo(0.5);
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(0, 0)).toBe(0);
  expect(changeOf(null, 4)).toBeUndefined();
  expect(changeOf(4, undefined)).toBeUndefined();
});
