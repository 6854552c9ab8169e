import { Refusal } from "./call";
import * as codes from "./gen/codes.gen";

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

/** The field a refusal speaks of, as the form names it (`company.name`), or null. */
export async function fieldOf(refusal: unknown): Promise<string | null> {
  if (!(refusal instanceof Refusal)) return null;
  const known = FIELD_OF[refusal.code];
  if (known) return known;
  const named = /\b(?:attributes|filter|page)\.([a-z0-9_.]+[a-z0-9_])/i.exec(refusal.message)?.[1];
  if (named) return named;
  const { ruleCodes } = await import("./catalogue");
  const rule = Object.entries(ruleCodes).find(([, numbers]) =>
    Object.values(numbers).includes(refusal.code),
  );
  return rule?.[0] ?? null;
}
