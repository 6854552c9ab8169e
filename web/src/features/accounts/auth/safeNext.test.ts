import { expect, test } from "vitest";

import { safeNext } from "./safeNext";

const PAGES = ["/", "/dashboard", "/reports/performance"];
const isRoute = (pathname: string) => PAGES.includes(pathname);

test.each([
  "/dashboard",
  "/reports/performance?start_date=2026-11-01&perPage=20",
  "/dashboard#top",
  "/",
])("signing in may lead to a page of the portal: %s", (next) => {
  expect(safeNext(next, isRoute)).toBe(next);
});

const SCHEMES = [
  "javascript:alert(1)",
  "data:text/html,x",
  "https://evil.example",
  "https:evil.example",
];
const PREFIXES = [
  "//",
  "///",
  "////",
  "/\\",
  "\\\\",
  "\\/",
  "/\\/",
  "/\t/",
  "/\n/",
  "/\r/",
  "\t//",
];
const HOSTS = [
  "evil.example",
  "evil.example/dashboard",
  "evil.example%2fdashboard",
  "user@evil.example",
];
const ODD = [
  "",
  "dashboard",
  "@evil.example",
  ".evil.example",
  "?next=//evil.example",
  "/%09/evil.example",
  "/%5cevil.example",
  "/%2f%2fevil.example",
  "/..//evil.example",
  "/./\\evil.example",
  "/dashboard/../../..//evil.example",
  "/nowhere",
  "/dashboard\u0000",
  "/dashboard\u007f",
  "/\u0000/evil.example",
  "/admin",
];
const HOSTILE = [
  ...SCHEMES,
  ...SCHEMES.map((scheme) => ` ${scheme}`),
  ...SCHEMES.map((scheme) => `\t${scheme}`),
  ...SCHEMES.map((scheme) => `/${scheme}`),
  ...SCHEMES.map((scheme) => scheme.toUpperCase()),
  ...PREFIXES.flatMap((prefix) => HOSTS.map((host) => prefix + host)),
  ...PREFIXES.flatMap((prefix) => HOSTS.map((host) => `/dashboard${prefix}..${prefix}${host}`)),
  ...ODD,
];

test("at least 120 hostile next parameters are tried", () => {
  expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(120);
});

test.each(HOSTILE)("signing in does not lead to the hostile address %j", (next) => {
  expect(safeNext(next, isRoute)).toBeNull();
});

test.each(["/.//evil.example", "/..//evil.example", "/dashboard/..//evil.example"])(
  "signing in does not lead to %j even if every path were a page",
  (next) => {
    expect(safeNext(next, () => true)).toBeNull();
  },
);

test.each([null, undefined, 7, {}, ["/dashboard"]])(
  "signing in does not lead to the value %j",
  (next) => {
    expect(safeNext(next, isRoute)).toBeNull();
  },
);
