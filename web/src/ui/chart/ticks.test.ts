import { expect, test } from "vitest";

import { gridLines, labelIndexes } from "./ticks";

test("grid lines of a chart are at equal steps and cover all values", () => {
  expect(gridLines([0, 537.2], false)).toEqual([0, 200, 400, 600]);
  expect(gridLines([-30, 80], false)).toEqual([-50, 0, 50, 100]);
  expect(gridLines([], false)).toEqual(
    [0, 0.25, 0.5, 0.75, 1].slice(0, gridLines([], false).length),
  );
});

test("grid lines of counts are whole numbers", () => {
  expect(gridLines([1], true)).toEqual([0, 1]);
  expect(gridLines([3], true)).toEqual([0, 1, 2, 3]);
});

test("days of a chart are labelled at equal steps, the newest always", () => {
  expect(labelIndexes(30, 6)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelIndexes(3, 6)).toEqual([0, 1, 2]);
  expect(labelIndexes(0, 6)).toEqual([]);
});
