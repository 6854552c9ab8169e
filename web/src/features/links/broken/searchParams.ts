/** The search parameters in the URL of Broken Links: which links are listed, and the one whose drawer is open. */
import type { CallInput } from "@/api/call";
import type { BrokenLink } from "@/api/gen/types.gen";
import { latest } from "@/ui/base/latest";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import type { Live } from "@/ui/table/live/useLiveList";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

const NEWS_PAGE = { perPage: 100 };
export const BROKEN_STATES = ["open", "fixed", "ignored"] as const;

export interface BrokenSearch extends Partial<Paging> {
  /** The fault, by its number. */
  fault?: BrokenLink["type"];
  state?: BrokenLink["state"];
  brand?: string;
  channel?: number;
  /** The link whose drawer is open. */
  link?: number;
}

export function brokenSearch(search: Record<string, unknown>): BrokenSearch {
  const fault = parseId(search.fault);
  return {
    fault: fault && fault <= 11 ? (fault as BrokenLink["type"]) : undefined,
    state: parseOneOf(search.state, BROKEN_STATES),
    brand: parseText(search.brand),
    channel: parseId(search.channel),
    link: parseId(search.link),
    ...parsePages(search),
  };
}

/** The call that answers the list. */
export function brokenInput(search: BrokenSearch): CallInput<"/tools/broken_links"> {
  const { fault, state, brand, channel, curPage, perPage } = search;
  return {
    filter: { type: fault, state, mcid: brand, site_id: channel },
    page: parsePaging({ curPage, perPage }),
  };
}

/** The list's polling while it is visible: links checked since, in any state. */
export function brokenNews(search: BrokenSearch): Live<"/tools/broken_links"> {
  const { filter, page } = brokenInput(search);
  const { state = "open", ...others } = filter ?? {};
  const first = page?.curPage === 1;
  return {
    asks: (rows) => {
      const after = latest(rows.map(({ last_checked }) => last_checked));
      return after ? [{ filter: { ...others, after }, page: NEWS_PAGE }] : [];
    },
    belongs: (row, { list, total }) => {
      if (!first || row.state !== state) return false;
      const last = list.at(-1);
      return total <= list.length || (last !== undefined && risksMore(row, last));
    },
  };
}

/** The order of the list: most money at risk first, then most clicks. */
function risksMore(row: BrokenLink, than: BrokenLink): boolean {
  const [one, other] = [Number(row.at_risk ?? -1), Number(than.at_risk ?? -1)];
  return one === other ? row.clicks > than.clicks : one > other;
}
