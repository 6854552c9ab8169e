/** Common periods, by name. */
import { table } from "@/text/core/table";

import { daysBefore, lastMonths } from "@/ui/base/period";

/** All of them, as of a day. */
export function periodPresets(today: string): Array<{ value: [string, string]; label: string }> {
  const month = `${today.slice(0, 7)}-01`;
  const lastOfMonthBefore = daysBefore(month, 1);
  return [
    { value: [today, today], label: table.today },
    { value: [daysBefore(today, 1), daysBefore(today, 1)], label: table.yesterday },
    { value: [daysBefore(today, 6), today], label: table.last7 },
    { value: [daysBefore(today, 29), today], label: table.last30 },
    { value: [daysBefore(today, 89), today], label: table.last90 },
    { value: [month, today], label: table.thisMonth },
    { value: [`${lastOfMonthBefore.slice(0, 7)}-01`, lastOfMonthBefore], label: table.lastMonth },
    { value: lastQuarter(today), label: table.lastQuarter },
    { value: [`${today.slice(0, 4)}-01-01`, today], label: table.thisYear },
  ];
}

/** The quarter of the year before that of a day. */
function lastQuarter(today: string): [string, string] {
  const past = (Number(today.slice(5, 7)) - 1) % 3;
  const months = lastMonths(past + 4, today);
  return [`${months[past + 3]}-01`, daysBefore(`${months[past]}-01`, 1)];
}
