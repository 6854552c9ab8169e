import { expect, test } from "vitest";

import { relativeChange } from "./relativeChange";
import { parseId, parseIds, parseOneOf, parseSomeOf, parseText, parseTexts } from "./searchParams";

test("known values are read from a URL, even from a number or a list with commas", () => {
  expect(parseOneOf("30d", ["7d", "30d"])).toBe("30d");
  expect(parseOneOf("2", [0, 2])).toBe(2);
  expect(parseTexts("acme,hearth,acme")).toEqual(["acme", "hearth"]);
  expect(parseIds([3, "4", "x", -1])).toEqual([3, 4]);
  expect(parseText(20931)).toBe("20931");
  expect(parseId("7")).toBe(7);
});

test("invalid values in a URL are dropped", () => {
  expect(parseOneOf("1000d", ["7d", "30d"])).toBeUndefined();
  expect(parseSomeOf(["shoes"], ["date", "brand"])).toBeUndefined();
  expect(parseText("   ")).toBeUndefined();
  expect(parseText({ $gt: "" })).toBeUndefined();
  expect(parseIds("x")).toBeUndefined();
  expect(parseId("1.5")).toBeUndefined();
});

test("a relative change is a share of the earlier value, and undefined without both values", () => {
  expect(relativeChange("15.00", "10.00")).toBeCloseTo(0.5);
  expect(relativeChange(5, 0)).toBeNull();
  expect(relativeChange(0, 0)).toBe(0);
  expect(relativeChange(null, 4)).toBeUndefined();
  expect(relativeChange(4, undefined)).toBeUndefined();
});
