/** The time zone of a tab's times and days, said once for its whole screen. */
import type { Tab } from "@/features/network/search";
import { table } from "@/text/core/table";
import { network } from "@/text/network/network";

/** Tabs about what brands report have the times of no publisher, and of nobody of the staff. */
const IN_UTC: readonly Tab[] = ["orders", "imports", "cases"];

export function zoneNote(tab: Tab, ownZone: string): string | undefined {
  if (tab === "coupons") return network.days("UTC");
  // A rate's day is that of each publisher.
  if (tab === "rates") return undefined;
  return table.times(IN_UTC.includes(tab) ? "UTC" : ownZone);
}
