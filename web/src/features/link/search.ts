/** What the link generator keeps in its URL: what the form starts with, and what the history shows. */
import type { Ask } from "@/api/call";
import { id, text } from "@/ui/base/search";
import { type Paging, paging } from "@/ui/table/paging";

export interface LinkSearch extends Partial<Paging> {
  /** The brand and the target the form starts with. */
  mcid?: string;
  target_url?: string;
  /** The brand whose links the history shows. */
  brand?: string;
  keyword?: string;
  /** The link whose drawer is open. */
  link?: number;
}

export function linkSearch(search: Record<string, unknown>): LinkSearch {
  const { curPage, perPage } = paging(search);
  return {
    mcid: text(search.mcid),
    target_url: text(search.target_url),
    brand: text(search.brand),
    keyword: text(search.keyword),
    link: id(search.link),
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}

/** The call that answers the history. */
export function linksAsk({ brand, keyword, curPage, perPage }: LinkSearch): Ask<"/tools/links"> {
  return { filter: { mcid: brand, keyword }, page: paging({ curPage, perPage }) };
}
