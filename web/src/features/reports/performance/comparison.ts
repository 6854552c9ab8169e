/** The row that each row of a report is compared with. */
import type { Performance } from "@/api/gen/types.gen";
import { groupsOf, type PerformanceSearch, TIMES } from "@/features/reports/searchParams";

/** A report whose rows may have none to be compared with. */
export type ComparedPerformance = Omit<Performance, "compared"> & {
  compared: Array<Performance["compared"][number] | undefined>;
};

/** The row that each row is compared with; a day, week or month may have none. */
export function comparedRows(answer: Performance, search: PerformanceSearch): ComparedPerformance {
  if (!search.compare) return { ...answer, compared: [], compared_totals: null };
  const times = timesOf(search);
  return {
    ...answer,
    compared: answer.compared.map((row) => (times.every((time) => row[time]) ? row : undefined)),
  };
}

/** The group whose current day, week or month has no counterpart of the same length. */
export function leftOut(
  { list, compared, compared_until }: ComparedPerformance,
  search: PerformanceSearch,
): Time | undefined {
  const [time] = timesOf(search);
  if (!time || !compared_until) return undefined;
  const newest = list
    .map((row) => row[time] ?? "")
    .sort()
    .at(-1);
  return list.some((row, index) => row[time] === newest && !compared[index]) ? time : undefined;
}

type Time = "date" | "week" | "month";
const timesOf = (search: PerformanceSearch) =>
  groupsOf(search).filter((group): group is Time => TIMES.includes(group));
