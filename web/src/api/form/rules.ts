import type { Attributes, Path } from "@/api/call";
import { common } from "@/text/core/common";

export type FieldErrors = Record<string, string>;
type Rule = "required" | "type" | "too_long" | "too_short" | "format";

interface Issue {
  code?: string;
  path?: PropertyKey[];
  message?: string;
  origin?: string;
  minimum?: unknown;
  maximum?: unknown;
  input?: unknown;
}

/** Paths whose attributes a form fills in. */
type Fillable = { [P in Path]: Attributes<P> extends never ? never : P }[Path];

/**
 * A form's rules are the server's: the check of a call's attributes, for `useForm({ validate })`.
 * The rules load with the first check, so that a page that shows a form does not wait for them.
 */
export function validatorFor(path: Fillable) {
  return async (values: unknown): Promise<FieldErrors> => {
    const loaded = await Promise.all([
      import("@/api/gen/zod.gen"),
      import("@/api/catalogue"),
    ]).catch(() => null);
    // The rules cannot be loaded while the network is down; the call itself then reports it.
    if (!loaded) return {};
    const [{ zCalls }, { ruleTexts }] = loaded;
    const checked = zCalls.shape[path].shape.attributes.safeParse(omitEmpty(values));
    if (checked.success) return {};
    // The server says the first of several, such as a wrong length before a wrong format.
    return Object.fromEntries(
      checked.error.issues.toReversed().map((issue) => {
        const field = (issue.path ?? []).join(".");
        const broken = ruleOf(issue as Issue, valueAt(values, issue.path ?? []));
        const text = textsOf(ruleTexts, field)?.[broken];
        return [field, withLimit(text, issue as Issue) ?? fallbackMessage(issue as Issue, broken)];
      }),
    );
  };
}

/** The values without empty ones: absent fields are not sent as empty strings. */
export function omitEmpty<T>(values: T): T {
  if (Array.isArray(values) || typeof values !== "object" || values === null) return values;
  const filled = Object.entries(values)
    .map(([name, value]) => [name, omitEmpty(value)] as const)
    .filter(
      ([, value]) => value !== "" && value !== null && value !== undefined && !isEmptyObject(value),
    );
  return Object.fromEntries(filled) as T;
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 0
  );
}

function valueAt(values: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)?.[step], values);
}

function ruleOf({ code, origin }: Issue, value: unknown): Rule {
  const absent = value === undefined || value === null || value === "";
  const empty = absent || (Array.isArray(value) && value.length === 0);
  if (empty) return "required";
  if (code === "invalid_type") return "type";
  const counted = origin === "string" || origin === "array";
  if (code === "too_big") return counted ? "too_long" : "type";
  if (code === "too_small") return counted ? "too_short" : "type";
  return "format";
}

type RuleTexts = Record<string, Partial<Record<Rule, string>>>;

/** The texts of a field by its path, or by the end of it: `channel.media_kit.0.name` is a `media_kit.name`. */
function textsOf(ruleTexts: RuleTexts, field: string) {
  const named = field.replace(/\.\d+/g, "");
  const steps = named.split(".");
  const keys = steps.map((_, start) => steps.slice(start).join("."));
  return [named.replaceAll(".", "_"), ...keys].map((key) => ruleTexts[key]).find(Boolean);
}

function withLimit(text: string | undefined, { minimum, maximum }: Issue): string | undefined {
  return text?.replace("{limit}", String(maximum ?? minimum));
}

function fallbackMessage({ code, origin, minimum, maximum }: Issue, broken: Rule): string {
  if (broken === "required") return origin === "array" ? common.noneChosen : common.required;
  const text = origin === "string";
  if (code === "too_big") return text ? common.atMostCharacters(maximum) : common.atMost(maximum);
  if (code === "too_small")
    return text ? common.atLeastCharacters(minimum) : common.atLeast(minimum);
  return common.notValid;
}
