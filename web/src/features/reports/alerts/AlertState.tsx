import type { Alert } from "@/api/gen/types.gen";
import { alerts as words } from "@/text/reports/alerts";
import { formatDayIn } from "@/ui/base/format";
import { StatusBadge } from "@/ui/base/StatusBadge";

const LOOKS = {
  open: "rejected",
  snoozed: "pending",
  muted: "offline",
  closed: "approved",
} as const;

/** The state of an alert: of a snoozed one until when, of a closed one by whom. */
export function AlertState({ alert, zone }: { alert: Alert; zone: string }) {
  return <StatusBadge state={LOOKS[alert.state]}>{stateOf(alert, zone)}</StatusBadge>;
}

function stateOf({ state, until, closed_by }: Alert, zone: string): string {
  if (state === "snoozed" && until) return words.snoozedUntil(formatDayIn(until, zone));
  return closed_by ? words.closedBy[closed_by] : words.states[state];
}
