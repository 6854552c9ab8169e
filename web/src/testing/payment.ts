/** Payments and balances as the portal answers them. */
import type { Payment, PaymentBalance } from "@/api/gen/types.gen";

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

/** A balance with something in each stage but that of failed payments. */
export const balance: PaymentBalance = {
  pending: "10.00",
  approved: "20.00",
  waiting: "0.00",
  withdrawable: "30.00",
  on_the_way: "40.00",
  needs_you: "0.00",
  paid: "50.00",
  currency: "USD",
  minimum: "25.00",
  schedule_day: null,
  next_payment: null,
};

/** A year of months in which nothing was paid. */
export const months = Array.from({ length: 12 }, (_, index) => ({
  month: `2026-${String(index + 1).padStart(2, "0")}`,
  payments: 0,
  gross: "0.00",
  net: "0.00",
  currency: "USD",
}));
