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

const texts = import.meta.glob<Record<string, Record<string, unknown>>>("./*/*.ts", {
  eager: true,
});
const screens = import.meta.glob<string>(
  ["../{api,app,ui,features,routes}/**/*.{ts,tsx}", "!**/*.test.*", "!**/gen/*"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
const plugins = import.meta.glob<string>(["../../*.ts", "../../index.html"], {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Not of an arrow, behind which a type may stand. */
const BETWEEN_TAGS = /(?<!=)>\s*([A-Z][a-z]+(?: [A-Za-z]+)*[.?!]?)\s*</g;
const IN_PROPS =
  /\b(?:label|title|placeholder|description|alt|help|aria-label|message)="([^"]*[A-Za-z][^"]*)"/g;

test("texts of screens are in the catalogue, not in components", () => {
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

test("every text of the catalogue is shown somewhere", () => {
  const readers = Object.values({ ...screens, ...plugins });
  const dead = Object.entries(texts).flatMap(([file, catalogues]) =>
    Object.entries(catalogues).flatMap(([name, entries]) => {
      const { keys, all } = keysRead(readers, name);
      const unread = all ? [] : Object.keys(entries).filter((key) => !keys.has(key));
      return unread.map((key) => `${file}: ${key}`);
    }),
  );

  expect(readers.length).toBeGreaterThan(200);
  expect(dead).toEqual([]);
});

/** Which keys of a catalogue the sources read; all of them where one is looked up or handed on. */
function keysRead(readers: string[], name: string) {
  const keys = new Set<string>();
  let all = false;
  for (const source of readers) {
    const found = new RegExp(`\\b${name}(?: as (\\w+))?\\b[^;]*? from "[^"]*/text/`).exec(source);
    if (!found && !source.startsWith("<!doctype")) continue;
    const alias = found?.[1] ?? name;
    for (const [, key = ""] of source.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g")))
      keys.add(key);
    all ||= new RegExp(`\\b${alias}\\[|=\\{${alias}\\}`).test(source);
  }
  return { keys, all };
}

test("no text has an exclamation mark or a word in capitals", () => {
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
