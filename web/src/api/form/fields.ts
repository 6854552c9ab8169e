import { Refusal } from "@/api/call";
import * as codes from "@/api/gen/codes.gen";

/** Codes of the specification that speak of one field. */
const FIELD_OF: Record<number, string> = {
  [codes.USERNAME_TAKEN]: "username",
  [codes.USERNAME_INVALID]: "username",
  [codes.EMAIL_TAKEN]: "email",
  [codes.EMAIL_INVALID]: "email",
  [codes.PASSWORD_INVALID]: "password",
  [codes.PASSWORDS_DIFFER]: "confirm_password",
  [codes.TARGET_URL_INVALID]: "target_url",
  [codes.URL_FORBIDDEN]: "target_url",
  [codes.URL_NOT_SUPPORTED]: "target_url",
  [codes.DATES_REVERSED]: "end_date",
};

/** The field a refusal speaks of, as a form with these values names it (`company.name`), or null. */
export async function fieldOf(refusal: unknown, values: object): Promise<string | null> {
  if (!(refusal instanceof Refusal)) return null;
  const known =
    FIELD_OF[refusal.code] ?? fieldNamedIn(refusal.message) ?? (await ruleOf(refusal.code));
  return known ? (findField(values, known) ?? null) : null;
}

/** A message without the place in the request that it begins with, for who reads it beside the field. */
export function stripFieldPath(message: string): string {
  return message.replace(/^`[a-z]+(?:\.[a-z0-9_]+)*`: ./, (start) => start.slice(-1).toUpperCase());
}

/** A message about a request's shape names the field: `attributes.company.name`. */
function fieldNamedIn(message: string): string | undefined {
  return /\b(?:attributes|filter|page)\.([a-z0-9_]+(?:\.[a-z0-9_]+)*)/i.exec(message)?.[1];
}

async function ruleOf(code: number): Promise<string | undefined> {
  const { ruleCodes } = await import("@/api/catalogue");
  return Object.entries(ruleCodes).find(([, numbers]) =>
    Object.values(numbers).includes(code),
  )?.[0];
}

/** Where a form has a field: at that path, or by its last step, as `website` in `channel.website`. */
function findField(values: object, field: string, above = ""): string | undefined {
  const steps = field.split(".");
  const exact = steps.reduce<unknown>(
    (at, step) => (at as Record<string, unknown>)?.[step],
    values,
  );
  if (exact !== undefined) return above + field;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const found = findField(value, field, `${above}${name}.`);
    if (found) return found;
  }
  return undefined;
}
