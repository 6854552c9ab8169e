import { expect, test } from "vitest";

import { ruleTexts } from "@/text/core/ruleTexts";
import description from "../../openapi.json";
import { numbers } from "./gen/messages.gen";
import { refusalText, ruleText } from "./refusalText";

const LIMITS: Record<string, number> = { too_long: 100, too_short: 3 };

test("fields of the specification have the portal's own texts", () => {
  const texts = Object.entries(description["x-rule-texts"]).flatMap(([field, rules]) =>
    Object.entries(rules).map(([rule, text]) => {
      const limit = LIMITS[rule];
      const counted = rule === "too_long" && field === "media_kit" ? "too_many" : rule;
      const said = ruleText({ field, rule: counted, limit: limit ?? "string" });
      return { field, rule, said, text: text.replace("{limit}", String(limit)) };
    }),
  );

  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter(({ said, text }) => said !== text)).toEqual([]);
});

test("every rule of the portal has words here, and no other", () => {
  expect(Object.keys(ruleTexts).sort()).toEqual(
    [...description.components.schemas.Rule.enum].sort(),
  );
});

test.each([
  ["required", null, "Fill in this field"],
  ["too_long", 255, "At most 255 characters"],
  ["type", "integer", "This must be a whole number"],
  ["one_of", "Approved, Rejected", "This must be one of: Approved, Rejected"],
  ["not_later", "starts_at", "This must be later than its start"],
  [
    "unknown_macro",
    "x",
    "This contains {x}, but there is no such macro. “Insert a macro” lists them all",
  ],
  ["state", null, "`attributes.thing` breaks it"],
  ["of a newer portal", null, "`attributes.thing` breaks it"],
])("a field that breaks the rule %s with limit %s says %s", (rule, limit, text) => {
  const message = "`attributes.thing` breaks it";

  expect(refusalText({ code: 21000, message, field: "attributes.thing", rule, limit })).toBe(text);
});

test("a form's own label of a field replaces the usual label in its error", () => {
  const refused = {
    code: 20039,
    message: "Company name cannot be longer than 100 characters",
    field: "attributes.company.name",
    rule: "too_long",
    limit: 100,
  };

  expect(refusalText(refused)).toBe(refused.message);
  expect(refusalText(refused, { "company.name": "Your name" })).toBe(
    "Your name cannot be longer than 100 characters",
  );
});

test("a form's own label is not used for a nested field of the same name", () => {
  const field = "attributes.media_kit[2].name";
  const refused = { code: 20084, message: "", field, rule: "too_long", limit: 255 };

  expect(refusalText(refused, { name: "Channel name" })).toBe(
    "Media kit file name cannot be longer than 255 characters",
  );
});

test.each(["TARGET_URL_INVALID", "URL_FORBIDDEN", "STATE_FORBIDS", "PASSWORDS_DIFFER"])(
  "code %s, whose message says more than its rule, keeps the portal's message",
  (name) => {
    const rule = name === "TARGET_URL_INVALID" ? "not_a_url" : "state";
    const refused = { code: numbers[name] ?? 0, message: "Just so", field: "attributes.x", rule };

    expect(refusalText(refused)).toBe("Just so");
  },
);
