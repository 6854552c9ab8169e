import { Refusal } from "@/api/call";
import { EMAIL_TAKEN, LOGIN_PASSWORD_INVALID, USERNAME_TAKEN } from "@/api/gen/codes.gen";
import { refusals } from "@/text/core/refusals";
import type { Labels } from "@/text/core/ruleTexts";
import { failureText } from "./failureText";

/**
 * The field that an error is about, as a form with these values names it (`company.name`), or null.
 */
export function fieldOf(refusal: unknown, values: object): string | null {
  if (!(refusal instanceof Refusal) || !refusal.field) return null;
  // It begins with the part of the request, such as `attributes`; of a list's plain values the list has the error.
  const field = refusal.field
    .replace(/^[a-z]+\./, "")
    .replace(/\[\d+\]$/, "")
    .replace(/\[(\d+)\]/g, ".$1");
  return findField(values, field) ?? null;
}

/** Codes with a text in the catalogue that does not say what to do next. */
const TEXTS: Record<number, string> = {
  [EMAIL_TAKEN]: refusals.emailTaken,
  [LOGIN_PASSWORD_INVALID]: refusals.wrongPassword,
  [USERNAME_TAKEN]: refusals.usernameTaken,
};

/** The error message to show beside a field, with the names that a form gives its fields. */
export function fieldText(failure: unknown, labels?: Labels): string {
  if (!(failure instanceof Refusal)) return failureText(failure);
  return TEXTS[failure.code] ?? failureText(failure, labels);
}

/**
 * The path of a field in a form: the same one, or its last part, as `website` for
 * `channel.website`.
 */
function findField(values: object, field: string, above = ""): string | undefined {
  const steps = field.split(".");
  const exact = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)?.[step],
    values,
  );
  if (exact !== undefined) return above + field;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const path = findField(value, field, `${above}${name}.`);
    if (path) return path;
  }
  return undefined;
}
