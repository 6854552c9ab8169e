import { expect, test } from "vitest";

/** Each folder may import the folders before it; a feature, none of the other features. */
const LAYERS = ["text", "api", "ui", "features", "routes", "app"];

const sources = import.meta.glob<string>("./*/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const imports = Object.entries(sources)
  .filter(([file]) => !/\.test\.|^\.\/testing\/|\/gen\//.test(file))
  .flatMap(([file, source]) =>
    [...source.matchAll(/(?:from|import\() ?"([@.][^"]*)"/g)].map(([, target = ""]) => ({
      file,
      target,
    })),
  );

const layer = (path: string) => LAYERS.indexOf(path.split("/")[1] ?? "");
const feature = (path: string) => /^(?:\.|@)\/features\/([^/]+)/.exec(path)?.[1];

test("imports run one way", () => {
  const upward = imports.filter(
    ({ file, target }) => target.startsWith("@/") && layer(target) > layer(file),
  );

  expect(imports.length).toBeGreaterThan(50);
  expect(upward).toEqual([]);
});

test("every file has a layer", () => {
  const strays = Object.keys(sources).filter(
    (file) => layer(file) < 0 && !file.startsWith("./testing/"),
  );

  expect(strays).toEqual([]);
});

test("features stand alone", () => {
  const across = imports.filter(
    ({ file, target }) => feature(file) && feature(target) && feature(file) !== feature(target),
  );

  expect(across).toEqual([]);
});

test("a path names its folder, unless it is its own", () => {
  expect(imports.filter(({ target }) => target.startsWith("../"))).toEqual([]);
});

test("only the one door calls the network, and nothing writes raw HTML", () => {
  const doors = Object.entries(sources)
    .filter(([file]) => !/\.test\.|^\.\/testing\//.test(file))
    .filter(([, source]) =>
      /\bfetch\(|XMLHttpRequest|dangerouslySetInnerHTML|innerHTML/.test(source),
    )
    .map(([file]) => file);

  expect(doors).toEqual(["./api/call.ts"]);
});
