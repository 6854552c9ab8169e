/** The texts of an alert: its subject and the money at risk. */
import type { Alert, MoneyAtRisk } from "@/api/gen/types.gen";
import { alert as words } from "@/text/reports/alert";
import { formatMoney, formatRoughMoney } from "@/ui/base/format";
import type { AlertRow } from "./arrangeAlerts";

/** What is wrong. */
export function titleOf({ kind, brands }: AlertRow): string {
  return brands ? words.overdueBrands(brands.length) : (words.kinds[kind] ?? "");
}

/** The brand and channel of an alert, and the link if it is about one alone. */
export function subjectOf({ brand_name, site_name, link_id }: Alert): string {
  const link = link_id === null ? null : words.link(link_id);
  return [brand_name, site_name, link].filter(Boolean).join(" · ") || words.postbacks;
}

/** The brand that an alert is about, or the first of several. */
export function brandOf({ brand_name, site_id, brands = [] }: AlertRow): string {
  if (brands.length > 1) return words.seeBrands(brand_name ?? "", brands.length - 1);
  return brand_name ?? (site_id === null ? words.postbacks : words.allBrands);
}

/** Whether the money is known to the cent, such as that of orders that wait, and not estimated. */
function isKnown({ low, high }: MoneyAtRisk): boolean {
  return low === high;
}

/** The money lost so far: `GBP 40 to 90`, or `GBP 15.05` if it is known exactly. */
export function costSoFar(risk: MoneyAtRisk): string {
  const { low, high, currency } = risk;
  return isKnown(risk) ? formatMoney(low, currency) : roughRange(low, high, currency);
}

/** The same in a sentence: `about GBP 40 to 90`, `up to GBP 8`. */
export function costInWords(risk: MoneyAtRisk): string {
  const isExact = isKnown(risk) || Number(risk.low) === 0;
  return isExact ? costSoFar(risk) : words.about(costSoFar(risk));
}

/** The money lost each day, the middle of its range; empty if it does not grow. */
export function costPerDay({ day_low, day_high, currency }: MoneyAtRisk): string | null {
  if (Number(day_high) === 0) return null;
  return formatRoughMoney((Number(day_low) + Number(day_high)) / 2, currency);
}

function roughRange(low: string, high: string, currency: string): string {
  const [from, to] = [low, high].map((amount) => formatRoughMoney(amount, currency, "bare"));
  const highest = formatRoughMoney(high, currency);
  if (Number(low) === 0 && Number(high) > 0) return words.upTo(highest);
  if (from === to) return highest;
  return words.range(formatRoughMoney(low, currency), to ?? "");
}
