import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { day } from "@/ui/base/format";
import { type Period, todayIn } from "@/ui/base/period";
import type { DatePickProps } from "./lazy/DatePick";
import { presets } from "./presets";

const DatePick = lazy(() =>
  import("./lazy/DatePick").then(({ DatePick }) => ({ default: DatePick })),
);

/** Picks a period; the calendar loads once somebody wants one. */
export function DateRange(props: DatePickProps) {
  return (
    <Suspense fallback={<Skeleton w={270} h={300} />}>
      <DatePick {...props} />
    </Suspense>
  );
}

/** A period in words, for its chip. */
export function periodText({ start_date, end_date }: Period): string {
  const preset = presets(todayIn()).find(
    ({ value: [start, end] }) => start === start_date && end === end_date,
  );
  if (preset) return preset.label;
  return start_date === end_date ? day(start_date) : `${day(start_date)} – ${day(end_date)}`;
}
