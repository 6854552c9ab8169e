import { Refusal } from "@/api/call";

/** The field a refusal is about, as a form with these values names it (`company.name`), or null. */
export function fieldOf(refusal: unknown, values: object): string | null {
  if (!(refusal instanceof Refusal) || !refusal.field) return null;
  // It begins with the part of the request, such as `attributes`; of a list's plain values the list has the error.
  const field = refusal.field
    .replace(/^[a-z]+\./, "")
    .replace(/\[\d+\]$/, "")
    .replace(/\[(\d+)\]/g, ".$1");
  return findField(values, field) ?? null;
}

/** A message without the field's name that it begins with, for who reads it beside the field. */
export function stripFieldPath(message: string): string {
  return message.replace(/^`[a-z]+(?:\.[a-z0-9_]+)*`: ./, (start) => start.slice(-1).toUpperCase());
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
