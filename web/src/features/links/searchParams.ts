/** The search parameters in the URL of the link generator: what the form starts with, and what the history shows. */
import type { CallInput } from "@/api/call";
import { query } from "@/api/query";
import { parseId, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

export interface LinkSearch extends Partial<Paging> {
  /** The brand, the target and the channel the form starts with. */
  mcid?: string;
  target_url?: string;
  site_id?: number;
  /** The brand whose links the history shows. */
  brand?: string;
  /** The channel whose links it shows; those of all if absent. */
  channel?: number;
  keyword?: string;
  /** Retired links instead of those in use. */
  retired?: boolean;
  /** Many links at once instead of one. */
  many?: boolean;
  /** The link whose drawer is open. */
  link?: number;
}

export function linkSearch(search: Record<string, unknown>): LinkSearch {
  return {
    mcid: parseText(search.mcid),
    target_url: parseText(search.target_url),
    site_id: parseId(search.site_id),
    brand: parseText(search.brand),
    channel: parseId(search.channel),
    keyword: parseText(search.keyword),
    retired: search.retired === true || undefined,
    many: search.many === true || undefined,
    link: parseId(search.link),
    ...parsePages(search),
  };
}

/** The call that answers the history. */
export function linksInput({
  brand,
  channel,
  keyword,
  retired,
  curPage,
  perPage,
}: LinkSearch): CallInput<"/tools/links"> {
  return {
    filter: { mcid: brand, site_id: channel, keyword, retired: retired ?? false },
    page: parsePaging({ curPage, perPage }),
  };
}

/** How long the figures of the history count as fresh: as long as the page takes to open. */
const FRESH = 2_000;
/** How often the figures are refetched while they are shown. */
const INTERVAL = 15_000;

/**
 * The query of the history, which is refetched while it is shown, so that new clicks and orders
 * appear.
 */
export const linksQuery = (input: CallInput<"/tools/links">) => ({
  ...query("/tools/links", input),
  staleTime: FRESH,
  refetchInterval: INTERVAL,
});
