/** The search parameters in the URL of the page of Why: what is asked about. */
import type { CallInput } from "@/api/call";
import type { WhyAspect } from "@/api/gen/types.gen";
import { parseId, parseText } from "@/ui/base/searchParams";

export interface WhySearch {
  oid?: number;
  click_ref?: string;
  payment_id?: number;
  settlement_id?: number;
  case_id?: number;
  about?: number;
  /** The brand with which the form about a missing order starts. */
  mcid?: string;
  order_id?: string;
  day?: string;
  amount?: string;
}

export const whySearch = (search: Record<string, unknown>): WhySearch => ({
  oid: parseId(search.oid),
  click_ref: parseText(search.click_ref),
  payment_id: parseId(search.payment_id),
  settlement_id: parseId(search.settlement_id),
  case_id: parseId(search.case_id),
  about: parseId(search.about),
  mcid: parseText(search.mcid),
  order_id: parseText(search.order_id),
  day: parseText(search.day),
  amount: parseText(search.amount),
});

/** Whether something of the publisher's own is asked about: its answer needs no form. */
export const asksOwn = ({ oid, click_ref, payment_id, settlement_id, case_id }: WhySearch) =>
  [oid, click_ref, payment_id, settlement_id, case_id].some((each) => each !== undefined);

/** The question that the URL asks, by the first number in it. */
export function whyInput(search: WhySearch) {
  const { oid, click_ref, payment_id, settlement_id, case_id, about } = search;
  const attributes =
    oid !== undefined
      ? { oid, about: about && about <= 3 ? (about as WhyAspect) : undefined }
      : click_ref !== undefined
        ? { click_ref }
        : payment_id !== undefined
          ? { payment_id }
          : settlement_id !== undefined
            ? { settlement_id }
            : { case_id };
  return { attributes } satisfies CallInput<"/reports/why">;
}
