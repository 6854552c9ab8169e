/** The facts of an answer as sentences. */
import type { Fact, FactValues } from "@/api/gen/types.gen";
import { cases } from "@/text/orders/case";
import { order } from "@/text/orders/order";
import { refusal } from "@/text/orders/refusal";
import { type FactWords, why as words } from "@/text/reports/why";
import {
  formatDateTime,
  formatDay,
  formatMoney,
  formatMonth,
  formatNumber,
} from "@/ui/base/format";

const RATE_DIGITS = 6;
const REASONS: Record<string, string> = order.reasons;
const STATES: Record<string, string> = { ...cases.kinds, ...cases.states };

export const reasonText = (code: string) => REASONS[code] ?? code;

/** The sentence for a fact, with times in the given time zone. */
export const factText = ({ fact, values }: Fact, zone: string) =>
  words.factOf(fact, wordsOf(values, zone));

function wordsOf(values: FactValues, zone: string): FactWords {
  const { currency, to_currency, reason_code, refusal: refused, state, share } = values;
  const money = (amount: string | null | undefined, unit: string | null | undefined) =>
    amount ? (unit ? formatMoney(amount, unit) : formatNumber(amount, 2)) : "";
  const number = (count: number | string | null | undefined, digits = 0) =>
    count === null || count === undefined ? "" : formatNumber(count, digits);
  return {
    item: values.item_id ?? "",
    amount: money(values.amount, currency),
    commission: money(values.commission, to_currency ?? currency),
    currency: currency ?? "",
    rate: number(values.rate, RATE_DIGITS),
    toCurrency: to_currency ?? "",
    reason: reason_code ? reasonText(reason_code) : "",
    refusal: refusal.codes[refused ?? -1] ?? "",
    state: state ? (words.clicks[state] ?? STATES[state]?.toLowerCase() ?? state) : "",
    text: values.text ?? "",
    until: values.until ? formatDateTime(values.until, zone) : "",
    day: values.day ? formatDay(values.day) : "",
    period: values.period ? formatMonth(`${values.period}-01`) : "",
    days: number(values.days),
    count: String(values.count ?? ""),
    share: share === null || share === undefined ? "" : `${formatNumber(share * 100)}%`,
    by: values.by ?? "",
  };
}
