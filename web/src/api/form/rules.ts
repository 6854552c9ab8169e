import type { Attributes, Path } from "@/api/call";
import type { Rule } from "@/api/gen/types.gen";
import { common } from "@/text/core/common";
import type { Labels } from "@/text/core/ruleTexts";

export type FieldErrors = Record<string, string>;

interface Issue {
  code?: string;
  path?: PropertyKey[];
  message?: string;
  origin?: string;
  minimum?: number;
  maximum?: number;
}

/** Paths whose attributes a form fills in. */
type Fillable = { [P in Path]: Attributes<P> extends never ? never : P }[Path];

/**
 * A form's rules are the server's: the check of a call's attributes, for `useForm({ validate })`, and `labels` the names
 * that it gives its fields. The rules load with the first check, so that a page that shows a form does not wait for them.
 */
export function validatorFor(path: Fillable, labels?: Labels) {
  return async (values: unknown): Promise<FieldErrors> => {
    const loaded = await Promise.all([
      import("@/api/gen/zod.gen"),
      import("@/api/refusalText"),
    ]).catch(() => null);
    // The rules cannot be loaded while the network is down; the call itself then reports it.
    if (!loaded) return {};
    const [{ zAttributes }, { ruleText }] = loaded;
    const checked = zAttributes[path].safeParse(omitEmpty(values));
    if (checked.success) return {};
    // The server says the first of several, such as a wrong length before a wrong format.
    return Object.fromEntries(
      checked.error.issues.toReversed().map((issue) => {
        const { origin, minimum, maximum } = issue as Issue;
        const field = (issue.path ?? []).join(".");
        const rule = ruleOf(issue as Issue, valueAt(values, issue.path ?? []));
        const text = ruleText({ field, rule, limit: maximum ?? minimum }, labels);
        const isNone = origin === "array" && text === common.required;
        return [field, (isNone ? common.noneChosen : text) ?? common.notValid];
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

/** The rules about lengths and sizes, by the kind of value. */
const MEASURES: Record<string, readonly [Rule, Rule]> = {
  array: ["too_many", "too_short"],
  string: ["too_long", "too_short"],
};

function ruleOf({ code, origin }: Issue, value: unknown): Rule {
  const absent = value === undefined || value === null || value === "";
  const empty = absent || (Array.isArray(value) && value.length === 0);
  if (empty) return "required";
  const [more, less] = MEASURES[origin ?? ""] ?? (["too_large", "too_small"] as const);
  if (code === "too_big") return more;
  if (code === "too_small") return less;
  return code === "invalid_type" ? "type" : "format";
}
