import type { CallInput } from "@/api/call";

/** The call for the open alerts with the most money at risk. */
export const DEAREST = { page: { perPage: 3 } } satisfies CallInput<"/reports/alerts">;
