import { Skeleton } from "@mantine/core";
import { formatDay } from "@/ui/base/format";
import { overlay } from "@/ui/base/overlay";
import { type Period, todayIn } from "@/ui/base/period";
import { periodPresets } from "./periodPresets";

/** Picks a period. */
export const LazyDateRangePicker = overlay(
  () => import("./lazy/DateRangePicker").then(({ DateRangePicker }) => DateRangePicker),
  <Skeleton w={270} h={300} />,
);

/** A period in words, for its chip; the zone says which day today is. */
export function formatPeriod({ start_date, end_date }: Period, zone: string): string {
  const preset = periodPresets(todayIn(zone)).find(
    ({ value: [start, end] }) => start === start_date && end === end_date,
  );
  if (preset) return preset.label;
  return start_date === end_date
    ? formatDay(start_date)
    : `${formatDay(start_date)} – ${formatDay(end_date)}`;
}
