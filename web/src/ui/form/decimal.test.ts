import { expect, test } from "vitest";

import { decimalSign, readEntered, readTyped } from "./DecimalInput";

test.each([
  ["de-DE", ","],
  ["fr-FR", ","],
  ["sv-SE", ","],
  ["en-GB", "."],
  ["de-CH", "."],
  ["ja-JP", "."],
  ["en-US@posix", "."],
  ["de-DE@euro", ","],
] as const)("the keypad of locale %s writes the decimal sign %s", (language, sign) => {
  expect(decimalSign(language)).toBe(sign);
});

/** The value of a field after each key, and after leaving it. */
function type(keys: string, sign: "." | ","): string {
  const typed = [...keys].reduce((before, key) => readTyped(before + key, sign), "");
  return readEntered(typed, sign);
}

test.each([
  ["12,50", "12.50"],
  ["12.50", "12.50"],
  ["0,5", "0.5"],
  ["-12,50", "-12.50"],
  ["1.234,50", "1234.50"],
  ["1 234,50", "1234.50"],
  ["0,123456", "0.123456"],
  ["12,", "12."],
  ["abc,d", "abc,d"],
])("%s typed on a keypad with a comma is read as %s", (keys, number) => {
  expect(type(keys, ",")).toBe(number);
  expect(readEntered(keys, ",")).toBe(number);
});

test.each([
  ["1.500", "1500"],
  ["1.234.567", "1234567"],
  ["0.125", "0.125"],
  ["12.50", "12.50"],
])("%s with points typed where the decimal sign is a comma is read as %s", (keys, number) => {
  expect(readEntered(keys, ",", true)).toBe(number);
});

test.each([
  ["12,50", "12.50"],
  ["12,5", "12.5"],
  ["12.50", "12.50"],
  ["1,234.50", "1234.50"],
  ["1,234,567", "1234567"],
  ["1,234,567.8", "1234567.8"],
  ["1'234.50", "1234.50"],
  ["1,234", "1,234"],
  ["12 apples", "12 apples"],
])("%s typed on a keypad with a point is read as %s", (keys, number) => {
  expect(type(keys, ".")).toBe(number);
});

const sources = Object.entries(
  import.meta.glob<string>("/src/**/*.tsx", { query: "?raw", import: "default", eager: true }),
).filter(([file]) => !/\.test\.|\/ui\/form\/DecimalInput/.test(file));

test("every field for decimals uses DecimalInput", () => {
  const past = sources.filter(([, source]) => /inputMode=.{0,2}decimal|type="number"/.test(source));
  expect(past.map(([file]) => file)).toEqual([]);
  const inputs = sources.flatMap(([, source]) => source.match(/<NumberInput\b[^>]*>/g) ?? []);
  expect(inputs.filter((input) => !input.includes("allowDecimal={false}"))).toEqual([]);
});
