/** A payment as the portal answers it. */
import type { Payment } from "@/api/gen/types.gen";

export const payment: Payment = {
  payment_id: 700001,
  request_date: "2026-11-20T10:00:00Z",
  expected_date: null,
  paid_date: null,
  method: "bank",
  payee: "•••• 3000",
  gross: "30.00",
  fee: "0.00",
  vat: "0.00",
  net: "30.00",
  currency: "USD",
  payout_currency: "USD",
  payout_amount: null,
  rate: null,
  status: "requested",
  scheduled: false,
  failure_reason: null,
  trace_id: null,
  invoice: null,
  credit_note: null,
  batch_id: null,
  sent_date: null,
};
