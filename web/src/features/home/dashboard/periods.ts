import type { Period } from "@/api/gen/types.gen";

/** The periods one can look at, shortest first. */
export const PERIODS = ["7d", "30d", "90d", "365d"] as const satisfies Period[];

/** What the page opens with. */
export const DEFAULT_PERIOD: Period = "30d";
