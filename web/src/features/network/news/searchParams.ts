/** The search parameters in the URL of the operators' notices, banners and help articles. */

import type { ReactNode } from "react";

import { type FormSearch, formSearch, type TabProps } from "@/features/network/searchParams";
import { parseOneOf } from "@/ui/base/searchParams";

export const NEWS_PARTS = ["notices", "banners", "articles"] as const;
export type NewsPart = (typeof NEWS_PARTS)[number];

export interface NewsSearch extends FormSearch {
  /** The part that is shown: notices by default. */
  part?: NewsPart;
}

/** The props of each part of the page. */
export interface PartProps extends TabProps<NewsSearch> {
  /** The switch between the parts. */
  filters: ReactNode;
}

export const newsSearch = (search: Record<string, unknown>): NewsSearch => ({
  ...formSearch(search),
  part: parseOneOf(search.part, NEWS_PARTS),
});

/** Articles are few enough for one page. */
export const ALL_ARTICLES = { page: { curPage: 1, perPage: 1_000 } };
