/** The units in numbers of visits as people write them: 25,000, 25 000, 25k or 1.2m. */
const UNITS = { k: 1_000, m: 1_000_000 };

/** The parsed number; null if empty, undefined if it is no number. */
export function parseVisits(typed: string): number | null | undefined {
  const text = typed.replace(/\s/g, "").toLowerCase();
  if (!text) return null;
  const short = /^(\d+(?:[.,]\d+)?)([km])$/.exec(text);
  if (short) {
    const [, count = "", unit] = short;
    return Math.round(Number(count.replace(",", ".")) * UNITS[unit as keyof typeof UNITS]);
  }
  const whole = /^(?:\d+|\d{1,3}(?:[.,'’]\d{3})+)$/.test(text);
  return whole ? Number(text.replace(/\D/g, "")) : undefined;
}
