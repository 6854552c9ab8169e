import { type RefObject, useLayoutEffect, useRef } from "react";

type Id = string | number;

/** Rows that are added on top move nothing that is being read: the page scrolls by as much as they take. */
export function useSteadyRows(frame: RefObject<HTMLElement | null>, ids: Id[]) {
  const before = useRef<Id[]>([]);
  useLayoutEffect(() => {
    const added = countAdded(before.current, ids);
    before.current = ids;
    const table = frame.current?.querySelector("table");
    const body = table?.tBodies[0];
    const [first, next] = [body?.rows[0], body?.rows[added]];
    if (added === 0 || !table || !body || !first || !next) return;
    if (!isRead(table, body)) return;
    window.scrollBy({ top: next.offsetTop - first.offsetTop, behavior: "instant" });
  });
}

/** How many rows were put before those that were there; 0 where the list is another one or in another order. */
function countAdded(before: Id[], now: Id[]): number {
  const [first] = before;
  const added = first === undefined ? 0 : Math.max(0, now.indexOf(first));
  return now.slice(added).every((id, place) => id === before[place]) ? added : 0;
}

/** Whether the head already lies over the rows, or one of them is pointed at or has the focus. */
function isRead(table: HTMLTableElement, body: HTMLElement): boolean {
  const head = table.tHead?.getBoundingClientRect().bottom ?? 0;
  const covered = body.getBoundingClientRect().top < head - 1;
  return covered || body.matches(":hover") || body.contains(document.activeElement);
}
