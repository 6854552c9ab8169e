/** The search parameters in the URL of Help. */
import { parseText } from "@/ui/base/searchParams";

export interface HelpSearch {
  keyword?: string;
  /** The slug of the article that is open. */
  article?: string;
}

export function helpSearch({ keyword, article }: Record<string, unknown>): HelpSearch {
  return { keyword: parseText(keyword), article: parseText(article) };
}

/** Each search replaces the previous one in the browser's history, so that Back leaves Help. */
export const searchFor = (keyword: string) => ({
  search: { keyword: keyword || undefined } satisfies HelpSearch,
  replace: true,
});
