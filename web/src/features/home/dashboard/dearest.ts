import type { CallInput } from "@/api/call";

import { ALERTS_READ } from "@/ui/alert/arrangeAlerts";

/** The call for the open alerts, which the page of alerts makes too: the dashboard shows the first of them. */
export const DEAREST = { page: { perPage: ALERTS_READ } } satisfies CallInput<"/reports/alerts">;
