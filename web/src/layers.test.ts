import { expect, test } from "vitest";

/** Each layer may import those before it; a feature, none of the other features. */
const LAYERS = ["text", "api", "ui", "features", "routes", "app"];
/** Folders of subjects that are features of their own, apart from what else the subject has. */
const FEATURES = [
  "accounts/api",
  "accounts/auth",
  "accounts/profile",
  "accounts/referral",
  "accounts/security",
  "accounts/social-login",
  "core/shell",
  "home/dashboard",
  "home/help",
  "home/announcements",
  "links/broken",
  "orders/cases",
  "payments/methods",
  "reports/alerts",
  "reports/books",
  "reports/views",
  "reports/why",
];
/** Each folder of `ui` may import those before it. */
const UI_FOLDERS = [
  "styles",
  "base",
  "feedback",
  "overlay",
  "layout",
  "form",
  "prose",
  "picker",
  "confirm",
  "table",
  "imports",
  "money",
  "filter",
  "chart",
  "balance",
  "alert",
  "change",
];

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

/** Where an import leads, from `./`, or null for a package. */
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
/** A folder together with its `lazy` folder, whose files load on demand. */
const unit = (path: string) => folder(path).replace(/\/lazy$/, "");
const feature = (path: string) =>
  FEATURES.find((name) => path.startsWith(`./features/${name}/`)) ??
  /^\.\/features\/([^/]+)/.exec(path)?.[1];
const uiFolder = (path: string) => UI_FOLDERS.indexOf(/^\.\/ui\/([^/]+)\//.exec(path)?.[1] ?? "");

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
])("the check of imports recognizes %j as one", (source) => {
  expect(importsOf(source)).toEqual(["@/b"]);
});

test("files of a layer import no higher layer", () => {
  const upward = imports.filter(({ file, to }) => file !== "./main.tsx" && layer(to) > layer(file));

  expect(imports.length).toBeGreaterThan(500);
  expect(upward).toEqual([]);
});

test("every file of the web belongs to a layer", () => {
  const strays = Object.keys(sources).filter((file) => layer(file) < 0);

  expect(strays).toEqual(["./main.tsx"]);
});

test("no feature imports another", () => {
  const across = imports.filter(
    ({ file, to }) => feature(file) && feature(to) && feature(file) !== feature(to),
  );

  expect(across).toEqual([]);
  expect(FEATURES.filter((name) => !imports.some(({ file }) => feature(file) === name))).toEqual(
    [],
  );
});

test("the folders of ui import only those before them", () => {
  const upward = imports.filter(
    ({ file, to }) => uiFolder(file) >= 0 && uiFolder(to) > uiFolder(file),
  );
  const unknown = Object.keys(sources).filter(
    (file) => file.startsWith("./ui/") && uiFolder(file) < 0,
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
    .filter(({ file, to }) => unit(file) !== unit(to) && layer(file) === layer(to))
    .map(({ file, to }): [string, string] => [unit(file), unit(to)]);

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

test("an import names the folder, unless the file is in the same one", () => {
  expect(imports.filter(({ target }) => target.startsWith("../"))).toEqual([]);
});

test("no part of Mantine is used that mantineStaticsPlugin drops from the build", () => {
  const dropped =
    /\b(?:Button|ActionIcon)\.Group(?:Section)?\b|\bCheckbox\.(?:Group|Indicator|Card)\b|\btransition: "(?:scale|skew|rotate|fade-)|["-](?:grape|violet|cyan|green|orange)[."-]/;
  expect(dropped.test("<Checkbox.Group>")).toBe(true);
  expect(dropped.test('color="green.6"')).toBe(true);
  expect(Object.keys(sources).filter((file) => dropped.test(sources[file] ?? ""))).toEqual([]);
});

test("no part of the router is used that unusedRouterCodePlugin drops from the build", () => {
  const dropped =
    /\b(?:Route|Api)\.Link\b|\buseElementScrollRestoration\b|\bgetRouteApi\b|\b(?:basepath|rewrite):/;
  expect(dropped.test("<Route.Link to='.'>")).toBe(true);
  expect(Object.keys(sources).filter((file) => dropped.test(sources[file] ?? ""))).toEqual([]);
});

test("only api/call.ts sends requests, and no file writes raw HTML", () => {
  const callers = Object.entries(sources)
    .filter(([, source]) =>
      /\bfetch\(|XMLHttpRequest|dangerouslySetInnerHTML|innerHTML/.test(source),
    )
    .map(([file]) => file);

  expect(callers).toEqual(["./api/call.ts"]);
});
