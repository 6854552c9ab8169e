import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../{ui,features,routes}/**/*.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const catalogue = import.meta.glob<string>("./*/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const BETWEEN_TAGS = />\s*([A-Z][a-z]+(?: [A-Za-z]+)*[.?!]?)\s*</g;
const IN_PROPS =
  /\b(?:label|title|placeholder|description|alt|help|aria-label|message)="([^"]*[A-Za-z][^"]*)"/g;

test("words stand in the catalogue, not in the screens", () => {
  const written = Object.entries(sources)
    .filter(([file]) => !file.includes(".test."))
    .flatMap(([file, source]) =>
      [...source.matchAll(BETWEEN_TAGS), ...source.matchAll(IN_PROPS)].map(
        ([, words]) => `${file}: ${words}`,
      ),
    );

  expect(Object.keys(sources).length).toBeGreaterThan(20);
  expect(written).toEqual([]);
});

test("no word is shouted, and no label is in capitals", () => {
  expect(Object.keys(catalogue).length).toBeGreaterThan(15);
  const loud = Object.entries(catalogue).flatMap(([file, source]) =>
    [...source.matchAll(/"([^"]*)"/g)]
      .map(([, words = ""]) => words)
      .filter((words) => /!/.test(words) || /\b[A-Z]{6,}\b/.test(words))
      // The specification writes this one so.
      .filter((words) => words !== "Delete success!")
      .map((words) => `${file}: ${words}`),
  );

  expect(loud).toEqual([]);
});
