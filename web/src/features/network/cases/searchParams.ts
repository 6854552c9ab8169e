/** The search parameters in the URL of the operators' list of cases. */

import type { CallInput } from "@/api/call";
import type { CaseState } from "@/api/gen/types.gen";
import { type CursorSearch, cursorSearch, pageAfter } from "@/features/network/searchParams";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";

export const CASE_STATES = [
  "open",
  "info_needed",
  "accepted",
  "rejected",
  "withdrawn",
] as const satisfies CaseState[];

export interface CasesSearch extends CursorSearch {
  case_state?: CaseState;
  mcid?: string;
  uid?: number;
}

export const casesSearch = (search: Record<string, unknown>): CasesSearch => ({
  ...cursorSearch(search),
  case_state: parseOneOf(search.case_state, CASE_STATES),
  mcid: parseText(search.mcid),
  uid: parseId(search.uid),
});

export function casesInput(search: CasesSearch) {
  const { mcid, uid, case_state: state } = search;
  return {
    filter: { mcid, uid, state },
    page: pageAfter(search),
  } satisfies CallInput<"/network/cases">;
}
