/** Sums of amounts that come as text: to the last of six decimals, and never as floating point. */
const DECIMALS = 6;

/** Millionths of an amount. */
export function parseAmount(amount: string): bigint {
  const negative = amount.startsWith("-");
  const [whole = "0", part = ""] = amount.replace("-", "").split(".");
  const millionths = BigInt(whole + part.padEnd(DECIMALS, "0").slice(0, DECIMALS));
  return negative ? -millionths : millionths;
}

export function toAmount(millionths: bigint): string {
  const digits = String(millionths < 0n ? -millionths : millionths).padStart(DECIMALS + 1, "0");
  return `${millionths < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
