import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { Comparison } from "@/api/gen/types.gen";

/** A comparison of My books that is done, without orders. */
export const comparison: Comparison = {
  id: 2,
  name: "books.csv",
  status: DOWNLOAD_STATUS_READY,
  amounts: "commission",
  start_date: null,
  end_date: null,
  mcids: [],
  lines: 1,
  counts: {},
  sums: [],
  totals: [],
  error: null,
  mapping: { columns: {} },
  created_at: "2026-11-27T10:00:00Z",
  ended_at: null,
};
