/**
 * The calls of the pages of Payments. Unlike the parsers of their URLs, they are not part of the
 * first bundle.
 */
import type { CallInput } from "@/api/call";
import type { PaymentState } from "@/api/gen/types.gen";
import { parsePaging } from "@/ui/table/paging";
import type { DetailsSearch, SummarySearch } from "./searchParams";

/** The statuses of a payment that has not arrived yet. */
const UNDER_WAY = ["requested", "processing", "sent"] satisfies PaymentState[];

export function summaryInput({ status, paid_month, curPage, perPage }: SummarySearch) {
  const page = parsePaging({ curPage, perPage });
  const states = status === "on_the_way" ? { statuses: UNDER_WAY } : { status };
  return { filter: { ...states, paid_month }, page } satisfies CallInput<"/payments/summary">;
}

/** The payments that wait for the publisher. */
export const failedInput = () => summaryInput({ status: "failed" });

/** The payments that have not arrived yet. */
export const onTheWayInput = () => summaryInput({ status: "on_the_way" });

/** One payment. */
export function paymentInput(payment_id: number) {
  const { page } = summaryInput({});
  return { filter: { payment_id }, page } satisfies CallInput<"/payments/summary">;
}

export function detailsInput({ payment_id, curPage, perPage }: DetailsSearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { payment_id }, page } satisfies CallInput<"/payments/details">;
}

export function ordersInput(search: DetailsSearch & { settlement_id: number }) {
  const { settlement_id, curPage, perPage } = search;
  const page = parsePaging({ curPage, perPage });
  return { filter: { settlement_id }, page } satisfies CallInput<"/payments/settlement_orders">;
}

export function settlementsInput({ state, mcid, curPage, perPage }: DetailsSearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { state, mcid }, page } satisfies CallInput<"/payments/settlements">;
}
