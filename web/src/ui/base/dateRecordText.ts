/** The reliability of expected dates, as text. */
import type { DateRecord } from "@/api/gen/types.gen";
import { basis } from "@/text/core/basis";
import { type DateKind, dateRecord as words } from "@/text/core/dateRecord";
import { formatNumber } from "./format";

const WITHIN = 3;

/** "91% of 1,204 within 3 days (yours, 12 months)", or that no date should be relied on. */
export function dateRecordText(record: DateRecord, kind: DateKind): string {
  return keptText(record, kind) + basis.behind(record.source, basis.months);
}

/**
 * The same without whose dates they are. Without a kind, dates that are not kept have no days, where
 * those that were measured stand beside them.
 */
export function keptText(record: DateRecord, kind?: DateKind): string {
  const { kept_percent, dates, early_days: early, late_days: late } = record;
  if (!record.keeps_dates) {
    return kind ? `${words.noDates}: ${words.nineOfTen[kind](record.p90_days)}` : words.noDates;
  }
  const count = formatNumber(dates);
  const kept = words.kept(kept_percent, record.source === "all" ? words.orMore(count) : count);
  return Math.max(early, late) > WITHIN ? `${kept}, ${words.spread(early, late)}` : kept;
}
