/** The commission of orders or items, added up by currency: `GBP 12.50 and USD 3.00`. */
import { network } from "@/text/network/network";
import { formatMoney } from "@/ui/base/format";
import { parseAmount, toAmount } from "@/ui/money/decimals";

interface Earned {
  sale_comm: string | null;
  currency: string;
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

export function commissionText(earned: Earned[]): string {
  const sums = new Map<string, bigint>();
  let unrated = 0;
  for (const { sale_comm, currency } of earned) {
    if (sale_comm === null) {
      unrated += 1;
      continue;
    }
    sums.set(currency, (sums.get(currency) ?? 0n) + parseAmount(sale_comm));
  }
  const texts = [...sums].map(([currency, sum]) => formatMoney(toAmount(sum), currency));
  return list.format(unrated > 0 ? [...texts, network.unratedCommission(unrated)] : texts);
}
