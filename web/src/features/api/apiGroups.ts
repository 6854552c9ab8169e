import type { ApiItem } from "@/api/gen/types.gen";
import { api as words } from "@/text/publisher/api";

const GUIDE = 1;

/** The menu: the guides, then the calls by the first segment of their paths. */
export function groupsOf(items: ApiItem[]): Array<[string, ApiItem[]]> {
  const groups = new Map<string, ApiItem[]>();
  for (const item of items) {
    const label = item.type === GUIDE ? words.guides : words.callsOf(item.name.split("/")[1] ?? "");
    groups.set(label, [...(groups.get(label) ?? []), item]);
  }
  return [...groups];
}

/** Whether a page's name has every word of what was typed. */
export const matches = ({ name }: Pick<ApiItem, "name">, keyword: string) =>
  keyword
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word));
