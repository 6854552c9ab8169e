/** The search parameters in the URL of the list of clicks, and the call made from them. */
import type { CallInput } from "@/api/call";
import type { Verdict } from "@/api/gen/types.gen";
import { type ClickSearch, parseLabel, parseScope } from "@/features/reports/searchParams";
import { parsePeriod } from "@/ui/base/period";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { parsePaging } from "@/ui/table/paging";

export const VERDICTS = ["valid", "duplicate", "bot", "blocked"] as const satisfies Verdict[];

export function clickSearch(search: Record<string, unknown>): ClickSearch {
  const { status: _, ...scope } = parseScope(search);
  return {
    ...scope,
    link_id: parseId(search.link_id),
    country: parseLabel(search.country),
    device: parseLabel(search.device),
    offer_type: parseText(search.offer_type),
    click_ref: parseText(search.click_ref),
    verdict: parseOneOf(search.verdict, VERDICTS),
    converted: typeof search.converted === "boolean" ? search.converted : undefined,
    cursor: parseText(search.cursor),
    click: parseText(search.click),
  };
}

/** The call of a list of clicks. */
export function clicksInput(search: ClickSearch, zone: string) {
  const { curPage: _, perPage, cursor, click: __, ...filter } = search;
  return {
    filter: { ...filter, ...parsePeriod({ ...search }, zone) },
    page: { perPage: parsePaging({ perPage }).perPage, cursor },
  } satisfies CallInput<"/reports/clicks">;
}
