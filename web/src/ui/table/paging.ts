export const SIZES = [5, 10, 20, 50] as const;

export interface Paging {
  curPage: number;
  perPage: (typeof SIZES)[number];
}

export const DEFAULT_SIZE: Paging["perPage"] = 20;

/** Reads the page from a URL; a missing or invalid one becomes the first page of the default size. */
export function parsePaging(search: Record<string, unknown>, usual = DEFAULT_SIZE): Paging {
  const curPage = Math.max(1, Math.trunc(Number(search.curPage)) || 1);
  const perPage = SIZES.find((size) => size === Number(search.perPage)) ?? usual;
  return { curPage, perPage };
}

/** The page as a URL has it: what it does not name stays out of it. */
export function parsePages(search: Record<string, unknown>): Partial<Paging> {
  const { curPage, perPage } = parsePaging(search);
  return {
    curPage: search.curPage === undefined ? undefined : curPage,
    perPage: search.perPage === undefined ? undefined : perPage,
  };
}
