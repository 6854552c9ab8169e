/** The search parameters in the URL of the page of cases. */
import type { CallInput } from "@/api/call";
import type { CaseKind, CaseState, Topic } from "@/api/gen/types.gen";
import { parseId, parseOneOf, parseText, parseTexts } from "@/ui/base/searchParams";
import type { State } from "@/ui/base/theme";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

export const KINDS = [
  "missing",
  "incorrect",
  "declined",
  "unpaid",
  "question",
] as const satisfies CaseKind[];
export const STATES = [
  "open",
  "info_needed",
  "accepted",
  "rejected",
  "withdrawn",
] as const satisfies CaseState[];

const TOPICS = ["payment", "account", "brand"] as const satisfies Topic[];

/** The forms for opening a case: one for each kind, and one for a file with many cases. */
export const FORMS = [...KINDS, "file"] as const;
export type CaseForm = (typeof FORMS)[number];

/** The colour and icon of each state of a case. */
export const CASE_LOOKS: Record<CaseState, State> = {
  open: "pending",
  info_needed: "pending",
  accepted: "approved",
  rejected: "rejected",
  withdrawn: "offline",
};

/** The states in which a case waits for somebody. */
export const UNDECIDED: CaseState[] = ["open", "info_needed"];
/** How often an open case looks whether the other side has answered, in milliseconds. */
export const INTERVAL = 10_000;

export interface CaseSearch extends Partial<Paging> {
  kind?: CaseKind;
  state?: CaseState;
  /** The order whose cases are listed. */
  oid?: number;
  /** The case whose drawer is open. */
  case?: number;
  /** The form that is open, and what it starts with. */
  add?: CaseForm;
  about?: number;
  mcid?: string;
  click_ref?: string;
  order_id?: string;
  /** The time of the order, or its day where the time is not known. */
  order_time?: string;
  day?: string;
  amount?: string;
  currency?: string;
  /** The payment that a question is about. */
  payment_id?: number;
  /** The unpaid months that a case is to be about. */
  periods?: string[];
  /** The note that an answer of Why proposes. */
  note?: string;
  /** The item of the order whose amount is wrong. */
  item_id?: string;
  topic?: Topic;
  /** The draft that the form was filled from, which is deleted once its case is open. */
  draft?: number;
  /** The form of a missing order, without finding out about it first. */
  asked?: true;
}

export function caseSearch(search: Record<string, unknown>): CaseSearch {
  return {
    kind: parseOneOf(search.kind, KINDS),
    state: parseOneOf(search.state, STATES),
    oid: parseId(search.oid),
    case: parseId(search.case),
    add: parseOneOf(search.add, FORMS),
    about: parseId(search.about),
    mcid: parseText(search.mcid),
    payment_id: parseId(search.payment_id),
    click_ref: parseText(search.click_ref),
    order_id: parseText(search.order_id),
    order_time: parseText(search.order_time),
    day: parseText(search.day),
    amount: parseText(search.amount),
    currency: parseText(search.currency),
    periods: parseTexts(search.periods),
    note: parseText(search.note),
    item_id: parseText(search.item_id),
    topic: parseOneOf(search.topic, TOPICS),
    draft: parseId(search.draft),
    asked: search.asked === true || undefined,
    ...parsePages(search),
  };
}

export function casesInput({ kind, state, oid, curPage, perPage }: CaseSearch) {
  const page = parsePaging({ curPage, perPage });
  return { filter: { kind, state, oid }, page } satisfies CallInput<"/reports/case_list">;
}
