/** The search parameters in the URL of the operators' list of alerts. */

import type { CallInput } from "@/api/call";
import type { Alert, AlertTask } from "@/api/gen/types.gen";
import { type CursorSearch, cursorSearch, pageAfter } from "@/features/network/searchParams";
import { alert } from "@/text/reports/alert";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";

export const TASK_STATES = ["open", "in_progress", "done"] as const satisfies Array<
  AlertTask["state"]
>;
export const KINDS = Object.keys(alert.kinds).map(Number) as Array<Alert["kind"]>;

export interface NetworkAlertsSearch extends CursorSearch {
  kind?: Alert["kind"];
  task?: AlertTask["state"];
  mcid?: string;
  uid?: number;
}

export const networkAlertsSearch = (search: Record<string, unknown>): NetworkAlertsSearch => ({
  ...cursorSearch(search),
  kind: parseOneOf(search.kind, KINDS),
  task: parseOneOf(search.task, TASK_STATES),
  mcid: parseText(search.mcid),
  uid: parseId(search.uid),
});

export function networkAlertsInput(search: NetworkAlertsSearch) {
  const { kind, task, mcid, uid } = search;
  return {
    filter: { kind, task, mcid, uid },
    page: pageAfter(search),
  } satisfies CallInput<"/network/alerts">;
}
