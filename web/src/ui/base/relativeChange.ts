/** The change of a figure against the one before, as a share of it: null from nothing, absent where none can be told. */
export function relativeChange(
  now: string | number | null | undefined,
  before: string | number | null | undefined,
): number | null | undefined {
  if (now === null || now === undefined || before === undefined) return undefined;
  const from = Number(before ?? 0);
  if (from === 0) return Number(now) === 0 ? 0 : null;
  return (Number(now) - from) / Math.abs(from);
}
