/** The search parameters in the URL of Spreadsheets. */
import { parseId } from "@/ui/base/searchParams";

export interface SheetSearch {
  /** The address whose drawer is open. */
  sheet?: number;
  /** The form of a new address is open. */
  add?: true;
}

export function sheetSearch(search: Record<string, unknown>): SheetSearch {
  return { sheet: parseId(search.sheet), add: search.add === true ? true : undefined };
}
