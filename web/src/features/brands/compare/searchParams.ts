/** Which brands are compared, as the URL has it. */

import { parseTexts } from "@/ui/base/searchParams";

export const COMPARED_MIN = 2;
export const COMPARED_MAX = 4;

export interface CompareSearch {
  mcids?: string[];
}

export function compareSearch(search: Record<string, unknown>): CompareSearch {
  return { mcids: parseTexts(search.mcids)?.slice(0, COMPARED_MAX) };
}
