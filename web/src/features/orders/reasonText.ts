import type { Reason } from "@/api/gen/types.gen";
import { order } from "@/text/orders/order";

const WORDS: Record<Reason, string> = order.reasons;

/** Why something changed; an unknown code is shown as it is. */
export function reasonText(code: string): string {
  return (WORDS as Record<string, string>)[code] ?? code;
}
