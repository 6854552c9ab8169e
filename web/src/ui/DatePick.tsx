import "@mantine/dates/styles.css";

import { DatePicker, type DatesRangeValue } from "@mantine/dates";
import { useState } from "react";

import { table } from "@/text/table";

import classes from "./DatePick.module.css";
import { type Period, todayIn } from "./period";
import { presets } from "./presets";

export interface DatePickProps extends Period {
  zone?: string;
  onChange: (period: Period) => void;
}

/** Picks a period by its days, or one of those people ask for. */
export function DatePick({ start_date, end_date, zone, onChange }: DatePickProps) {
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
