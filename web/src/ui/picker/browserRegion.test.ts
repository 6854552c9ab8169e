import { afterEach, expect, test, vi } from "vitest";

import { browserCountry } from "./browserRegion";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["en-US", "US"],
  ["en-US@posix", "US"],
  ["de_DE", ""],
  ["zh-Hant-TW", "TW"],
  ["es-419", ""],
  ["en", ""],
  ["C", ""],
  ["", ""],
])("a browser's language %s suggests the country %s", (language, country) => {
  vi.stubGlobal("navigator", { language });
  expect(browserCountry()).toBe(country);
});
