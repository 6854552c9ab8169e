/** The search parameters in the URL of the operators' lists of settlements and of payments. */

import type { CallInput } from "@/api/call";
import type { PaymentState, SettlementState, SettlementType } from "@/api/gen/types.gen";
import { type CursorSearch, cursorSearch, pageAfter } from "@/features/network/searchParams";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";

export const SETTLEMENT_STATES = [
  "waiting",
  "payable",
  "requested",
  "paid",
] as const satisfies SettlementState[];
export const SETTLEMENT_TYPES = [
  "commission",
  "bonus",
  "adjustment",
] as const satisfies SettlementType[];
export const PAYMENT_STATES = [
  "requested",
  "processing",
  "sent",
  "paid",
  "failed",
  "returned",
  "cancelled",
] as const satisfies PaymentState[];

export interface SettlementsSearch extends CursorSearch {
  settlement_state?: SettlementState;
  settlement_type?: SettlementType;
  mcid?: string;
  uid?: number;
}

export interface PaymentsSearch extends CursorSearch {
  payment_state?: PaymentState;
  uid?: number;
  batch_id?: number;
}

export const settlementsSearch = (search: Record<string, unknown>): SettlementsSearch => ({
  ...cursorSearch(search),
  settlement_state: parseOneOf(search.settlement_state, SETTLEMENT_STATES),
  settlement_type: parseOneOf(search.settlement_type, SETTLEMENT_TYPES),
  mcid: parseText(search.mcid),
  uid: parseId(search.uid),
});

export const paymentsSearch = (search: Record<string, unknown>): PaymentsSearch => ({
  ...cursorSearch(search),
  payment_state: parseOneOf(search.payment_state, PAYMENT_STATES),
  uid: parseId(search.uid),
  batch_id: parseId(search.batch_id),
});

export function settlementsInput(search: SettlementsSearch) {
  const { mcid, uid, settlement_state: state, settlement_type: type } = search;
  return {
    filter: { mcid, uid, state, type },
    page: pageAfter(search),
  } satisfies CallInput<"/network/settlements">;
}

export function paymentsInput(search: PaymentsSearch) {
  const { uid, batch_id, payment_state: status } = search;
  return {
    filter: { uid, batch_id, status },
    page: pageAfter(search),
  } satisfies CallInput<"/network/payments">;
}
