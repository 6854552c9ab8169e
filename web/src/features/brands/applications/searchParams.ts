/** The search parameters in the URL of Applications: the view, its filters, and the application whose drawer is open. */
import type { CallInput } from "@/api/call";
import type { Relation } from "@/api/gen/types.gen";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

export const STATES = [1, 2, 3, 4] as const satisfies Relation[];

export interface ApplicationSearch extends Partial<Paging> {
  /** Brands with a column for each channel, in place of the list. */
  view?: "channels";
  state?: (typeof STATES)[number];
  channel?: number;
  brand?: string;
  keyword?: string;
  /** Only brands that not every channel has applied to. */
  missing?: "yes";
  /** The application whose drawer is open: its brand and channel. */
  look?: string;
}

export function applicationSearch(search: Record<string, unknown>): ApplicationSearch {
  return {
    view: parseOneOf(search.view, ["channels"] as const),
    state: parseOneOf(search.state, STATES),
    channel: parseId(search.channel),
    brand: parseText(search.brand),
    keyword: parseText(search.keyword),
    missing: parseOneOf(search.missing, ["yes"] as const),
    look: parseText(search.look),
    ...parsePages(search),
  };
}

const pageOf = ({ curPage, perPage }: ApplicationSearch) => parsePaging({ curPage, perPage });

/** The call that lists applications. */
export function applicationsInput(search: ApplicationSearch): CallInput<"/brands/applications"> {
  const { state, channel, brand } = search;
  return { filter: { status: state, site_id: channel, mcid: brand }, page: pageOf(search) };
}

/** The call that lists brands by channel. */
export function standingsInput(search: ApplicationSearch): CallInput<"/brands/standings"> {
  const { state, keyword, missing } = search;
  return {
    filter: { status: state, keyword, incomplete: missing === "yes" },
    page: pageOf(search),
  };
}

interface Key {
  mcid: string;
  site_id: number;
}

/** The application in the URL, such as `acme.12`. */
export const keyOf = ({ mcid, site_id }: Key): string => `${mcid}.${site_id}`;

export function keyIn(look: string | undefined): Key | undefined {
  const [mcid, site] = look?.split(".") ?? [];
  const site_id = parseId(site);
  return mcid && site_id ? { mcid, site_id } : undefined;
}
