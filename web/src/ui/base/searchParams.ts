/** Reads filters from a URL: missing or invalid ones are dropped, so that a mistyped address still shows a page. */

/** One of the allowed values. */
export function parseOneOf<T extends string | number>(value: unknown, known: readonly T[]) {
  return known.find((each) => String(each) === String(value));
}

/** Several of the allowed values, without duplicates. */
export function parseSomeOf<T extends string>(
  value: unknown,
  known: readonly T[],
): T[] | undefined {
  return distinct((parseTexts(value) ?? []).flatMap((each) => parseOneOf(each, known) ?? []));
}

/** A text; a number in the URL counts as one. */
export function parseText(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  return String(value).trim() || undefined;
}

/** The id of a row. */
export function parseId(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Texts, as a list or separated by commas. */
export function parseTexts(value: unknown): string[] | undefined {
  const values = Array.isArray(value) ? value : (parseText(value)?.split(",") ?? []);
  return distinct(values.flatMap((each) => parseText(each) ?? []));
}

/** The ids of rows. */
export function parseIds(value: unknown): number[] | undefined {
  return distinct((parseTexts(value) ?? []).flatMap((each) => parseId(each) ?? []));
}

/** A list without duplicates, or undefined if it is empty. */
function distinct<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? [...new Set(list)] : undefined;
}
