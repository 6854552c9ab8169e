import { formatMoney } from "@/ui/base/format";

/** Amounts by currency, in one line. */
export const sumsOf = (amounts: Record<string, string>) =>
  Object.entries(amounts)
    .map(([currency, amount]) => formatMoney(amount, currency))
    .join(", ");
