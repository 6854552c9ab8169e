/** The search parameters in the URL of the operators' list of refused reports. */

import type { CallInput } from "@/api/call";
import type { RefusalCode } from "@/api/gen/types.gen";
import { type CursorSearch, cursorSearch, pageAfter } from "@/features/network/searchParams";
import { parsePeriod } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";

export const REFUSAL_CODES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "0"] as const;

export interface RefusedSearch extends CursorSearch {
  mcid?: string;
  uid?: number;
  code?: (typeof REFUSAL_CODES)[number];
  order_id?: string;
  start_date?: string;
  end_date?: string;
}

export const refusedSearch = (search: Record<string, unknown>): RefusedSearch => ({
  ...cursorSearch(search),
  mcid: parseText(search.mcid),
  uid: parseId(search.uid),
  code: parseOneOf(search.code, REFUSAL_CODES),
  order_id: parseText(search.order_id),
  start_date: parseText(search.start_date),
  end_date: parseText(search.end_date),
});

export function refusedInput(search: RefusedSearch) {
  const { mcid, uid, code, order_id, start_date, end_date } = search;
  const days =
    start_date && end_date ? parsePeriod({ start_date, end_date }) : { start_date, end_date };
  return {
    filter: { mcid, uid, code: code && (Number(code) as RefusalCode), order_id, ...days },
    page: pageAfter(search),
  } satisfies CallInput<"/network/refused_reports">;
}
