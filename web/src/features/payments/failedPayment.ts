import type { Path } from "@/api/call";
import type { Payment } from "@/api/gen/types.gen";
import { paymentMethod as methods } from "@/text/payments/paymentMethod";

/** The queries to invalidate after a payment has changed its state. */
export const REFRESHED: Path[] = [
  "/payments/balance",
  "/payments/months",
  "/payments/summary",
  "/payments/details",
  "/payments/methods",
  "/payments/settlements",
  "/home/dashboard",
];

/** The method that a payment was meant for. */
export function failedName({ method, payee }: Payment): string {
  return methods.named(methods.kinds[method as keyof typeof methods.kinds], payee);
}
