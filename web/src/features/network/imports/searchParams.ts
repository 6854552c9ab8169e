/** The search parameters in the URL of the operators' list of imported files. */

import type { CallInput } from "@/api/call";
import { type CursorSearch, cursorSearch, pageAfter } from "@/features/network/searchParams";
import { parseOneOf } from "@/ui/base/searchParams";

const FILE_KINDS = ["orders", "decisions"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export interface ImportsSearch extends CursorSearch {
  /** The form of a file to import is open. */
  file?: FileKind;
}

export const importsSearch = (search: Record<string, unknown>): ImportsSearch => ({
  ...cursorSearch(search),
  file: parseOneOf(search.file, FILE_KINDS),
});

export const importsInput = (search: ImportsSearch) =>
  ({ page: pageAfter(search) }) satisfies CallInput<"/network/order_imports">;
