import { afterEach, expect, test, vi } from "vitest";

import { browserCountry } from "./choices";

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
])("of a browser that speaks %s the country is %s", (language, country) => {
  vi.stubGlobal("navigator", { language });
  expect(browserCountry()).toBe(country);
});
