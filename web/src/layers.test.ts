import { expect, test } from "vitest";

/** Each layer may import those before it; a feature, none of the other features. */
const LAYERS = ["text", "api", "ui", "features", "routes", "app"];
/** Each room of `ui` may import those before it. */
const UI = [
  "styles",
  "base",
  "prose",
  "feedback",
  "overlay",
  "layout",
  "form",
  "picker",
  "confirm",
  "table",
  "filter",
  "chart",
];
const MOST_FILES = 15;
const MOST_LINES = 250;

const everything = import.meta.glob<string>("./**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.fromEntries(
  Object.entries(everything).filter(([file]) => !/\.test\.|^\.\/testing\/|\.gen\./.test(file)),
);

/** Every import, export-from and `import()` of a source, as it is written. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*(["'`])([^"'`]+)\1/g)].map(
    ([, , target = ""]) => target,
  );
}

/** Where an import leads, from `./`, or null for a package of others. */
function resolve(file: string, target: string): string | null {
  if (target.startsWith("@/")) return `./${target.slice(2)}`;
  return target.startsWith(".")
    ? new URL(target, `file:///${file}`).pathname.replace("/", "./")
    : null;
}

const imports = Object.entries(sources).flatMap(([file, source]) =>
  importsOf(source).flatMap((target) => {
    const to = resolve(file, target);
    return to ? [{ file, target, to }] : [];
  }),
);

const layer = (path: string) => LAYERS.indexOf(path.split("/")[1] ?? "");
const folder = (path: string) => path.split("/").slice(0, -1).join("/");
/** A folder; what its `lazy` folder holds is a part of it that loads late. */
const room = (path: string) => folder(path).replace(/\/lazy$/, "");
const feature = (path: string) => /^\.\/features\/([^/]+)/.exec(path)?.[1];
const uiRoom = (path: string) => UI.indexOf(/^\.\/ui\/([^/]+)\//.exec(path)?.[1] ?? "");

test.each([
  'import { a } from "@/b";',
  'import type { A } from "@/b";',
  'import a, {\n  b,\n} from "@/b";',
  'import "@/b";',
  "import '@/b';",
  'export { a } from "@/b";',
  'export * from "@/b";',
  'const a = lazy(() => import("@/b").then(c));',
  'const a = await import(\n  "@/b"\n);',
  "void import(`@/b`);",
])("%j is seen as an import", (source) => {
  expect(importsOf(source)).toEqual(["@/b"]);
});

test("imports run one way", () => {
  const upward = imports.filter(({ file, to }) => file !== "./main.tsx" && layer(to) > layer(file));

  expect(imports.length).toBeGreaterThan(500);
  expect(upward).toEqual([]);
});

test("every file has a layer", () => {
  const strays = Object.keys(sources).filter((file) => layer(file) < 0);

  expect(strays).toEqual(["./main.tsx"]);
});

test("features stand alone", () => {
  const across = imports.filter(
    ({ file, to }) => feature(file) && feature(to) && feature(file) !== feature(to),
  );

  expect(across).toEqual([]);
});

test("the rooms of ui import only those before them", () => {
  const upward = imports.filter(({ file, to }) => uiRoom(file) >= 0 && uiRoom(to) > uiRoom(file));
  const unknown = Object.keys(sources).filter(
    (file) => file.startsWith("./ui/") && uiRoom(file) < 0,
  );

  expect(upward).toEqual([]);
  expect(unknown).toEqual([]);
});

test("no folders import each other in a circle", () => {
  expect(
    circleIn([
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
    ]),
  ).toEqual(["a", "b", "c", "a"]);

  const between = imports
    .filter(({ file, to }) => room(file) !== room(to) && layer(file) === layer(to))
    .map(({ file, to }): [string, string] => [room(file), room(to)]);

  expect(between.length).toBeGreaterThan(50);
  expect(circleIn(between)).toBeNull();
});

/** The first circle among arrows, or null. */
function circleIn(arrows: Array<[string, string]>): string[] | null {
  const targets = new Map<string, Set<string>>();
  for (const [from, to] of arrows) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const finished = new Set<string>();
  const visit = (module: string, path: string[]): string[] | null => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (finished.has(module)) return null;
    for (const next of targets.get(module) ?? []) {
      const circle = visit(next, [...path, module]);
      if (circle) return circle;
    }
    finished.add(module);
    return null;
  };
  for (const module of targets.keys()) {
    const circle = visit(module, []);
    if (circle) return circle;
  }
  return null;
}

test("a folder holds at most fifteen files", () => {
  const counts = new Map<string, number>();
  for (const file of Object.keys(sources)) {
    counts.set(folder(file), (counts.get(folder(file)) ?? 0) + 1);
  }
  const full = [...counts].filter(([, count]) => count > MOST_FILES);

  expect(counts.size).toBeGreaterThan(30);
  expect(full).toEqual([]);
});

test("no file is longer than 250 lines, its tests included", () => {
  const tooLong = (source: string) => source.trimEnd().split("\n").length > MOST_LINES;
  expect(tooLong("line\n".repeat(MOST_LINES))).toBe(false);
  expect(tooLong("line\n".repeat(MOST_LINES + 1))).toBe(true);

  const long = Object.keys(everything).filter(
    (file) => !file.includes(".gen.") && tooLong(everything[file] ?? ""),
  );
  expect(long).toEqual([]);
});

test("a path names its folder, unless it is its own", () => {
  expect(imports.filter(({ target }) => target.startsWith("../"))).toEqual([]);
});

test("no part of Mantine is used that mantineStaticsPlugin drops from the build", () => {
  const dropped =
    /\b(?:Button|ActionIcon)\.Group(?:Section)?\b|\bCheckbox\.(?:Group|Indicator|Card)\b/;
  expect(dropped.test("<Checkbox.Group>")).toBe(true);
  expect(Object.keys(sources).filter((file) => dropped.test(sources[file] ?? ""))).toEqual([]);
});

test("only the one door calls the network, and nothing writes raw HTML", () => {
  const doors = Object.entries(sources)
    .filter(([, source]) =>
      /\bfetch\(|XMLHttpRequest|dangerouslySetInnerHTML|innerHTML/.test(source),
    )
    .map(([file]) => file);

  expect(doors).toEqual(["./api/call.ts"]);
});
