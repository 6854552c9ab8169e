/** The search parameters in the URL of Schedules. */
import { parseId } from "@/ui/base/searchParams";

export interface ScheduleSearch {
  /** The schedule whose drawer is open. */
  schedule?: number;
  /** The form of a new schedule is open. */
  add?: true;
}

export function scheduleSearch(search: Record<string, unknown>): ScheduleSearch {
  return { schedule: parseId(search.schedule), add: search.add === true ? true : undefined };
}
