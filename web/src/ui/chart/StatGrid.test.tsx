import { expect, test } from "vitest";

import { statColumns } from "./StatGrid";

const four = (figure: string) => [figure, "1", "2", "3"];

test("short figures are shown two in a row on a phone, and all in a row on a desktop", () => {
  expect(statColumns(four("GBP 12,345.67"))).toMatchObject({ base: 2, md: 4, lg: 4 });
});

test("a long figure has a row of its own on a phone", () => {
  expect(statColumns(four("GBP 1,234,567.89"))).toMatchObject({ base: 1, xs: 2, md: 4 });
});

test("the longest figure is shown in fewer columns on a small desktop too", () => {
  expect(statColumns(four("GBP 999,999,999,999.99"))).toMatchObject({ base: 1, md: 2, lg: 4 });
});

test("six stages are shown in two rows if one would be too narrow", () => {
  const stages = Array.from({ length: 6 }, () => "GBP 1,234,567.89");
  expect(statColumns(stages)).toMatchObject({ base: 1, sm: 3, md: 3, lg: 3 });
});
