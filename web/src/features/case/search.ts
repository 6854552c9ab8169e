/** What the page of cases keeps in its URL. */
import type { CallInput } from "@/api/call";
import type { CaseKind, CaseState } from "@/api/gen/types.gen";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import type { State } from "@/ui/base/theme";
import { type Paging, parsePaging } from "@/ui/table/paging";

export const KINDS = ["missing", "incorrect", "declined"] as const satisfies CaseKind[];
export const STATES = [
  "open",
  "info_needed",
  "accepted",
  "rejected",
  "withdrawn",
] as const satisfies CaseState[];

/** The colour and icon of each state of a case. */
export const CASE_LOOKS: Record<CaseState, State> = {
  open: "pending",
  info_needed: "pending",
  accepted: "approved",
  rejected: "rejected",
  withdrawn: "offline",
};

export interface CaseSearch extends Partial<Paging> {
  kind?: CaseKind;
  state?: CaseState;
  /** The order whose cases are listed. */
  oid?: number;
  /** The case whose drawer is open. */
  case?: number;
  /** The form that is open, and what it starts with. */
  add?: CaseKind;
  about?: number;
  mcid?: string;
  click_ref?: string;
}

export function caseSearch(search: Record<string, unknown>): CaseSearch {
  const { curPage, perPage } = parsePaging(search);
  return {
    kind: parseOneOf(search.kind, KINDS),
    state: parseOneOf(search.state, STATES),
    oid: parseId(search.oid),
    case: parseId(search.case),
    add: parseOneOf(search.add, KINDS),
    about: parseId(search.about),
    mcid: parseText(search.mcid),
    click_ref: parseText(search.click_ref),
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

export function casesInput({ kind, state, oid, curPage, perPage }: CaseSearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { kind, state, oid }, page } satisfies CallInput<"/reports/case_list">;
}
