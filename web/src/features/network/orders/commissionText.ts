/** The commission of orders or items, added up by currency: `£12.50 and US$3.00`. */
import { formatMoney } from "@/ui/base/format";

interface Earned {
  sale_comm: string;
  currency: string;
}

const DECIMALS = 6;
const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

export function commissionText(earned: Earned[]): string {
  const sums = new Map<string, bigint>();
  for (const { sale_comm, currency } of earned) {
    sums.set(currency, (sums.get(currency) ?? 0n) + parseAmount(sale_comm));
  }
  return list.format([...sums].map(([currency, sum]) => formatMoney(toAmount(sum), currency)));
}

/** Millionths, so that nothing is lost when they are added. */
function parseAmount(amount: string): bigint {
  const [whole = "0", part = ""] = amount.split(".");
  return BigInt(whole + part.padEnd(DECIMALS, "0").slice(0, DECIMALS));
}

function toAmount(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(DECIMALS + 1, "0");
  return `${sum < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`;
}
