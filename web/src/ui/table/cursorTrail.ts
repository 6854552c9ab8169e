/** The way back through cursor pages: a cursor knows what follows it, and the browser what came before. */
const KEY = "page_before ";
const FIRST = "";

/** Where the page before a cursor's starts: null where that is the first, undefined where nobody knows. */
export function pageBefore(cursor: string): string | null | undefined {
  const before = sessionStorage.getItem(KEY + cursor);
  if (before === null) return undefined;
  return before === FIRST ? null : before;
}

/** Keeps which page a cursor was reached from, also for a reload. */
export function keepPageBefore(cursor: string, before: string | undefined): void {
  sessionStorage.setItem(KEY + cursor, before ?? FIRST);
}
