/** The search parameters in the URL of Alerts: which alerts are listed, and the one whose drawer is open. */
import type { CallInput } from "@/api/call";
import type { Alert } from "@/api/gen/types.gen";
import { ALERTS_READ } from "@/ui/alert/arrangeAlerts";
import { parseId, parseOneOf, parseText } from "@/ui/base/searchParams";
import { type Paging, parsePages, parsePaging } from "@/ui/table/paging";

export const ALERT_STATES = ["open", "snoozed", "muted", "closed"] as const;
export const ALERT_KINDS: ReadonlyArray<Alert["kind"]> = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

export interface AlertSearch extends Partial<Paging> {
  state?: Alert["state"];
  kind?: Alert["kind"];
  brand?: string;
  channel?: number;
  /** The alert whose drawer is open. */
  alert?: number;
}

export function alertSearch(search: Record<string, unknown>): AlertSearch {
  return {
    state: parseOneOf(search.state, ALERT_STATES),
    kind: parseOneOf(search.kind, ALERT_KINDS),
    brand: parseText(search.brand),
    channel: parseId(search.channel),
    alert: parseId(search.alert),
    ...parsePages(search),
  };
}

/** Whether the list is all open alerts, in the order in which one mends them; a kind or another state has pages. */
export const isWhole = ({ state = "open", kind }: AlertSearch) =>
  state === "open" && kind === undefined;

/** The call that answers the list. */
export function alertsInput(search: AlertSearch): CallInput<"/reports/alerts"> {
  const { state, kind, brand, channel, curPage, perPage } = search;
  return {
    filter: {
      state,
      kind,
      mcids: brand === undefined ? undefined : [brand],
      site_ids: channel === undefined ? undefined : [channel],
    },
    page: isWhole(search) ? { perPage: ALERTS_READ } : parsePaging({ curPage, perPage }),
  };
}
