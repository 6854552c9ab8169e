import type { payment as words } from "@/text/payments/payment";

export type Stage = keyof typeof words.stages;

/** The stages of money in their order; `needs_you` has some only after a payment failed. */
export const STAGES: Stage[] = [
  "pending",
  "approved",
  "withdrawable",
  "on_the_way",
  "needs_you",
  "paid",
];
