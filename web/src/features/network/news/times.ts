/** Times of a form, on the clock of the browser: `2026-11-20T10:00` and back. */

import type { State } from "@/ui/base/theme";

export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const MINUTE = 60_000;

/** What an input of kind datetime-local shows for a moment. */
export function toLocal(iso: string | null | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** The moment that such an input means. */
export function fromLocal(typed: string): string | undefined {
  return typed ? new Date(typed).toISOString() : undefined;
}

export type Phase = "live" | "scheduled" | "ended";

export const PHASE_STATES: Record<Phase, State> = {
  live: "approved",
  scheduled: "pending",
  ended: "offline",
};

/** Whether something is shown now, later, or no more. */
export function phaseOf(start: string, end: string | null, now = Date.now()): Phase {
  if (end && new Date(end).getTime() <= now) return "ended";
  return new Date(start).getTime() > now ? "scheduled" : "live";
}
