/** Times of a form, on the clock of the browser: `2026-11-20T10:00` and back. */

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const MINUTE = 60_000;

/** The value of a datetime-local input for a moment. */
export function toLocal(iso: string | null | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** The moment that such an input means. */
export function fromLocal(typed: string): string | undefined {
  return typed ? new Date(typed).toISOString() : undefined;
}
