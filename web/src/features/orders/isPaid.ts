import type { Item } from "@/api/gen/types.gen";

/** Whether all of an order's commission has been paid; items that were rejected earn none. */
export function isPaid(items: Item[] = []): boolean {
  const approved = items.filter(({ status }) => status === "Approved");
  return approved.length > 0 && approved.every(({ paid }) => paid);
}
