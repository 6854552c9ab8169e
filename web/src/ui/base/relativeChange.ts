/**
 * The relative change of a figure: null if it was zero, undefined if there is nothing to compare
 * with.
 */
export function relativeChange(
  now: string | number | null | undefined,
  before: string | number | null | undefined,
): number | null | undefined {
  if (now === null || now === undefined || before === undefined) return undefined;
  const from = Number(before ?? 0);
  if (from === 0) return Number(now) === 0 ? 0 : null;
  return (Number(now) - from) / Math.abs(from);
}
