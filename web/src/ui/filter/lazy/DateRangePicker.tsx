import "@mantine/dates/styles.css";

import { DatePicker, type DatesRangeValue } from "@mantine/dates";
import { useState } from "react";

import { table } from "@/text/core/table";
import { type Period, todayIn } from "@/ui/base/period";
import { periodPresets } from "@/ui/filter/periodPresets";
import classes from "./DateRangePicker.module.css";

export interface DateRangePickerProps extends Period {
  zone?: string;
  onChange: (period: Period) => void;
}

/** Picks a period by its days, or one of the presets. */
export function DateRangePicker({ start_date, end_date, zone, onChange }: DateRangePickerProps) {
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
      presets={periodPresets(today).map(({ value, label }) => ({
        value,
        label: String(value) === String([start_date, end_date]) ? <strong>{label}</strong> : label,
      }))}
      value={range}
      onChange={(picked) => {
        setRange(picked);
        const [start, end] = picked;
        if (start && end) onChange({ start_date: start, end_date: end });
      }}
    />
  );
}
