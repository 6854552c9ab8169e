import "@mantine/dates/styles.css";

import { DatePicker, type DatesRangeValue } from "@mantine/dates";
import { useState } from "react";

import { table } from "@/text/table";

import classes from "./DateRange.module.css";
import { day } from "./format";
import { type Period, presets, todayIn } from "./period";

interface DateRangeProps extends Period {
  zone?: string;
  onChange: (period: Period) => void;
}

/** Picks a period by its days, or one of those people ask for. */
export function DateRange({ start_date, end_date, zone, onChange }: DateRangeProps) {
  const [range, setRange] = useState<DatesRangeValue<string>>([start_date, end_date]);
  const today = todayIn(zone);
  return (
    <DatePicker
      type="range"
      classNames={classes}
      allowSingleDateInRange
      maxDate={today}
      defaultDate={end_date}
      hideOutsideDates
      weekendDays={[]}
      ariaLabels={{ nextMonth: table.nextMonth, previousMonth: table.previousMonth }}
      presets={presets(today)}
      value={range}
      onChange={(picked) => {
        setRange(picked);
        const [start, end] = picked;
        if (start && end) onChange({ start_date: start, end_date: end });
      }}
    />
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
