/**
 * The draft of a form. It survives a reload and the end of the session, in this tab,
 * under a name that holds the account's uid; signing out removes it.
 */
import { DRAFT } from "@/api/clearDrafts";

/** Fields that are never kept, whichever form they are in: passwords, codes, secrets, and where money goes. */
const NEVER = new Set([
  "password",
  "confirm_password",
  "old",
  "otp",
  "secret",
  "fields",
  "iban",
  "bic",
]);

export function readDraft<V>(name: string | undefined): Partial<V> {
  if (!name) return {};
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT + name) ?? "{}") as Partial<V>;
  } catch {
    return {};
  }
}

export function saveDraft(name: string | undefined, values: object) {
  if (!name) return;
  const entries = Object.entries(values).filter(([field]) => !NEVER.has(field));
  sessionStorage.setItem(DRAFT + name, JSON.stringify(Object.fromEntries(entries)));
}

export function clearDraft(name: string | undefined) {
  if (name) sessionStorage.removeItem(DRAFT + name);
}
