import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { formatDay } from "@/ui/base/format";
import { type Period, todayIn } from "@/ui/base/period";
import type { DateRangePickerProps } from "./lazy/DateRangePicker";
import { periodPresets } from "./periodPresets";

const DateRangePicker = lazy(() =>
  import("./lazy/DateRangePicker").then(({ DateRangePicker }) => ({ default: DateRangePicker })),
);

/** Picks a period; the calendar loads when it is first opened. */
export function LazyDateRangePicker(props: DateRangePickerProps) {
  return (
    <Suspense fallback={<Skeleton w={270} h={300} />}>
      <DateRangePicker {...props} />
    </Suspense>
  );
}

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
