/** What each row of a report is compared with. */
import type { Performance } from "@/api/gen/types.gen";
import { groupsOf, type PerformanceSearch } from "@/features/report/search";
import { daysBefore, weekdayShift } from "@/ui/base/period";

/** A report whose rows may have none to be compared with. */
export type ComparedPerformance = Omit<Performance, "compared"> & {
  compared: Array<Performance["compared"][number] | undefined>;
};

const DAY = 86_400_000;

/** What is not compared on purpose is so in the cards alone; days of two periods meet by their weekday. */
export function comparedRows(answer: Performance, search: PerformanceSearch): ComparedPerformance {
  if (!search.compare) return { ...answer, compared: [], compared_totals: null };
  const { list, compared, compared_start_date: start, compared_end_date: end } = answer;
  const groups = groupsOf(search);
  if (search.compare === "year" || groups.length > 1 || groups[0] !== "date" || !start || !end) {
    return answer;
  }
  const shift = weekdayShift((Date.parse(end) - Date.parse(start)) / DAY + 1);
  const partners = new Map(list.map(({ date }, index) => [date, compared[index]]));
  return {
    ...answer,
    compared: list.map(({ date }) => partners.get(date && daysBefore(date, shift))),
  };
}
