import { expect, test } from "vitest";

import { targetError } from "./targetError";

const brand = {
  name: "Acme",
  domains: ["acme.example", "*.acme.example", "shop.example:8443"],
  deep_link: true,
  forbidden_words: ["Outlet"],
};

test.each([
  "https://acme.example",
  "HTTPS://ACME.example/p/1?x=1#top",
  "http://www.acme.example/",
  "https://acme.example./p",
  "https://shop.example:8443/p",
])("the link target %s is accepted", (target) => {
  expect(targetError(target, brand)).toBeNull();
});

test.each([
  ["acme.example/p", "This is not a web address. Start with https://"],
  ["javascript:alert(1)", "This is not a web address. Start with https://"],
  ["https://", "This is not a web address. Start with https://"],
  ["https://evil.example/acme.example", "Acme only accepts links to"],
  ["https://notacme.example/", "Acme only accepts links to"],
  ["https://shop.example/p", "Acme only accepts links to"],
  ["https://acme.example:8443/p", "Acme only accepts links to"],
  ["https://acme.example/OUTLET/p", "“Outlet” is not allowed"],
])("the link target %s is refused", (target, why) => {
  expect(targetError(target, brand)).toContain(why);
});

test("a brand without deep links accepts its home page alone", () => {
  const home = { ...brand, deep_link: false };

  expect(targetError("https://acme.example/", home)).toBeNull();
  expect(targetError("https://acme.example/p", home)).toBe(
    "Acme only accepts links to its home page",
  );
});
