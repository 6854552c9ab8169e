import type { Period } from "@/api/gen/types.gen";

/** The periods to choose from, shortest first. */
export const PERIODS = ["7d", "30d", "90d", "365d"] as const satisfies Period[];

/** The period that is chosen at first. */
export const DEFAULT_PERIOD: Period = "30d";
