/** The schedules and their runs, which are followed while one runs or is about to. */
import { keepPreviousData } from "@tanstack/react-query";
import type { ExportSchedule } from "@/api/gen/types.gen";
import { query } from "@/api/query";

const POLL_INTERVAL = 3_000;
const IDLE_INTERVAL = 60_000;

/** Whether a run has begun, or its time has come. */
const isDue = ({ last_run, next_at }: ExportSchedule) =>
  last_run?.state === "running" || (next_at !== null && Date.parse(next_at) <= Date.now());

export const schedulesQuery = () => ({
  ...query("/reports/schedule_list"),
  refetchInterval: ({ state }: { state: { data?: { list: ExportSchedule[] } } }) =>
    state.data?.list.some(isDue) ? POLL_INTERVAL : IDLE_INTERVAL,
});

/** The latest runs of a schedule. */
export const runsQuery = (schedule: ExportSchedule, count: number) => ({
  ...query("/reports/schedule_log", {
    filter: { id: schedule.id },
    page: { curPage: 1, perPage: count },
  }),
  placeholderData: keepPreviousData,
  refetchInterval: () => (isDue(schedule) ? POLL_INTERVAL : IDLE_INTERVAL),
});
