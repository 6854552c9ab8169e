import type { PaymentState, SettlementState } from "@/api/gen/types.gen";
import type { State } from "./theme";

/** The colour and icon of each state of a payment. */
export const PAYMENT_LOOKS: Record<PaymentState, State> = {
  requested: "pending",
  processing: "pending",
  sent: "approved",
  paid: "paid",
  failed: "rejected",
  returned: "rejected",
  cancelled: "offline",
};

export const SETTLEMENT_LOOKS: Record<SettlementState, State> = {
  waiting: "pending",
  payable: "approved",
  requested: "approved",
  paid: "paid",
};
