/** What is said of a field that is refused, in the web's own words: loaded with the first one, not before. */
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

/** What to say of a refused field, by the names that a form gives its fields; else the portal's message. */
export function refusalText({ code, message, field, rule, limit }: Refused, labels?: Labels) {
  if (!field || !rule || (code !== REQUEST_INVALID && code > LAST_FIELD_CODE)) return message;
  return ruleText({ field, rule, limit }, labels) ?? message;
}

/** What to say beside a field that breaks a rule; null where only the portal can say it. */
export function ruleText({ field, rule, limit }: Broken, labels: Labels = {}): string | null {
  const path = field.replace(/^(attributes|filter|page)\.|\[\d+\]|\.\d+(?=\.|$)/g, "");
  const label = labels[path] ?? find(path, (end) => fieldLabels[end]);
  const text = find(path, (end) => fieldTexts[end]?.[rule]) ?? ruleTexts[rule as Rule];
  return text?.(label, limit) ?? null;
}

/** What there is for a path, or for the end of it: `channel.media_kit.name` is a `media_kit.name`. */
function find<Value>(path: string, at: (end: string) => Value | undefined): Value | undefined {
  const steps = path.split(".");
  const ends = steps.map((_, start) => steps.slice(start).join("."));
  return ends.map(at).find(Boolean);
}
