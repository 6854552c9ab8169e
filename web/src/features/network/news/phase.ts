/** Whether an announcement, banner or coupon is shown now, later, or no more. */

import type { State } from "@/ui/base/theme";

export type Phase = "live" | "scheduled" | "ended";

export const PHASE_STATES: Record<Phase, State> = {
  live: "approved",
  scheduled: "pending",
  ended: "offline",
};

/** The phase of what is shown from a start until an end, if it has one. */
export function phaseOf(start: string, end: string | null, now = Date.now()): Phase {
  if (end && new Date(end).getTime() <= now) return "ended";
  return new Date(start).getTime() > now ? "scheduled" : "live";
}
