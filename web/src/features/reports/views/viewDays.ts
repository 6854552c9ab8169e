/** The days of a view: relative where they are one of the common periods. */
import type { ViewDays } from "@/api/gen/types.gen";
import { todayIn } from "@/ui/base/period";
import { periodPresets } from "@/ui/filter/periodPresets";

/** In the order of the common periods. */
const NAMES = [
  "today",
  "yesterday",
  "last_7",
  "last_30",
  "last_90",
  "this_month",
  "last_month",
  "last_quarter",
  "this_year",
] as const satisfies ViewDays[];

interface KeptFilter {
  filter: Record<string, unknown>;
  days?: ViewDays;
  /** The screen's name for these days. */
  label?: string;
}

/** A filter as a view keeps it: without dates where they are counted from today. */
export function keptFilter(screenFilter: object, zone: string): KeptFilter {
  const { start_date, end_date, ...rest } = screenFilter as Record<string, unknown>;
  const presets = periodPresets(todayIn(zone));
  const index = presets.findIndex(
    ({ value: [from, to] }) => from === start_date && to === end_date,
  );
  const days = NAMES[index];
  if (!days) return { filter: { ...rest, start_date, end_date } };
  return { filter: rest, days, label: presets[index]?.label };
}
