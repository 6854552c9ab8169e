import { table } from "@/text/core/table";
import { formatMoney } from "./format";

interface Commission {
  rejected_commission: string;
  currency: string;
}

/** How much of a commission was rejected, or null if nothing was: the sum holds every status. */
export function rejectedNote({ rejected_commission, currency }: Commission): string | null {
  if (!(Number(rejected_commission) > 0)) return null;
  return table.ofWhichRejected(formatMoney(rejected_commission, currency));
}
