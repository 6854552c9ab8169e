/** The web's own messages about invalid fields, loaded with the first error. */
import { fieldLabels, fieldTexts, type Labels, ruleTexts } from "@/text/core/ruleTexts";
import { REQUEST_INVALID } from "./gen/codes.gen";
import type { Rule } from "./gen/types.gen";

/** Codes up to this one, and REQUEST_INVALID, refuse the form of a field; higher ones have a text of their own. */
const LAST_FIELD_CODE = 20_184;

// No rule of the portal is without words.
ruleTexts satisfies Record<Rule, unknown>;

interface Broken {
  /** By its path in the request (`attributes.company.name`), with or without the part at its beginning. */
  field: string;
  rule: string;
  limit?: number | string | null;
}

export interface Refused extends Partial<{ [K in keyof Broken]: Broken[K] | null }> {
  code: number;
  message: string;
}

/**
 * The message about an invalid field, with the names that a form gives its fields; else the
 * portal's message.
 */
export function refusalText({ code, message, field, rule, limit }: Refused, labels?: Labels) {
  if (!field || !rule || (code !== REQUEST_INVALID && code > LAST_FIELD_CODE)) return message;
  return ruleText({ field, rule, limit }, labels) ?? message;
}

/** The message to show beside a field that breaks a rule; null if only the portal has one. */
export function ruleText({ field, rule, limit }: Broken, labels: Labels = {}): string | null {
  const path = field.replace(/^(attributes|filter|page)\.|\[\d+\]|\.\d+(?=\.|$)/g, "");
  const label = labels[path] ?? find(path, (end) => fieldLabels[end]);
  const text = find(path, (end) => fieldTexts[end]?.[rule]) ?? ruleTexts[rule as Rule];
  return text?.(label, limit) ?? null;
}

/** The entry for a path or for its end: `channel.media_kit.name` is a `media_kit.name`. */
function find<Value>(path: string, at: (end: string) => Value | undefined): Value | undefined {
  const steps = path.split(".");
  const ends = steps.map((_, start) => steps.slice(start).join("."));
  return ends.map(at).find(Boolean);
}
