import type { ExportSchedule } from "@/api/gen/types.gen";
import { schedules as words } from "@/text/exports/schedules";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";

type Shown = keyof typeof words.states;

const LOOKS: Record<Shown, State> = {
  active: "approved",
  failing: "pending",
  stopped: "rejected",
};

/** Whether a schedule runs, is being tried again, or is stopped. */
export function ScheduleState({ schedule }: { schedule: ExportSchedule }) {
  const { state, error } = schedule;
  const shown: Shown = state === "active" && error ? "failing" : state;
  return <StatusBadge state={LOOKS[shown]}>{words.states[shown]}</StatusBadge>;
}

/** Where a schedule delivers. */
export function targetOf({ kind, bucket, host, folder }: ExportSchedule): string {
  const place = kind === "s3" ? bucket : host;
  return [`${kind}://${place}`, folder.replace(/^\/|\/$/g, "")].filter(Boolean).join("/");
}
