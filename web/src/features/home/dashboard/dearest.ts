import type { CallInput } from "@/api/call";

/** The call for the open alerts that cost most. */
export const DEAREST = { page: { perPage: 3 } } satisfies CallInput<"/reports/alerts">;
