/** The finding of an alert and its certainty, as texts. */
import type { Alert } from "@/api/gen/types.gen";
import { order } from "@/text/orders/order";
import { alert as common } from "@/text/reports/alert";
import { alerts as words } from "@/text/reports/alerts";
import { capitalize, formatMoney, formatNumber } from "@/ui/base/format";

const CLICKS = 3;
const COMMISSION = 4;
const APPROVAL = 5;
const TERMS = 6;
const DECISION = 7;
const PAYMENT = 8;
const FACTS: ReadonlySet<number> = new Set([TERMS, DECISION, PAYMENT]);

/** The expected and the actual figure in a sentence; nothing for an alert about a known fact. */
export function foundOf(alert: Alert): string | null {
  const { kind, expected, seen, money_at_risk } = alert;
  if (FACTS.has(kind)) return factOf(alert);
  if (expected == null || seen == null) return null;
  if (kind === COMMISSION) {
    const amount = (each: number) =>
      money_at_risk ? formatMoney(each, money_at_risk.currency) : formatNumber(each, 2);
    return words.commission(amount(expected), amount(seen));
  }
  if (kind === APPROVAL) {
    const decided = formatNumber(alert.evidence.decided ?? 0);
    return words.approvals(decided, formatNumber(expected), formatNumber(seen));
  }
  const say = kind === CLICKS ? words.clicks : words.orders;
  return say(formatNumber(expected), formatNumber(seen));
}

/** A cut of terms, or orders that wait, with their exact sums. */
function factOf({ kind, evidence, money_at_risk }: Alert): string | null {
  const { orders, before, after } = evidence;
  const money = (amount: string) =>
    money_at_risk ? formatMoney(amount, money_at_risk.currency) : amount;
  if (kind === TERMS) {
    return before && after ? words.terms(orders ?? 0, money(before), money(after)) : null;
  }
  return (kind === DECISION ? words.undecided : words.unpaid)(orders ?? 0);
}

/** How long before its start a change of terms was announced. */
export function noticeOf(days: number | null | undefined): string | null {
  if (days === null || days === undefined) return null;
  return days === 0 ? common.withoutNotice : common.notice(days);
}

/** The most frequent reason of rejections. */
export function reasonOf({ reason_code, reason_items }: Alert["evidence"]): string | null {
  if (!reason_code) return null;
  const reason = order.reasons[reason_code as keyof typeof order.reasons] ?? reason_code;
  return words.reason(capitalize(reason), formatNumber(reason_items ?? 0));
}

const CERTAIN = 1e-6;
const VERY = 1e-4;

/**
 * The certainty of an alert: the probability of such a low figure by chance, in words, never as a
 * formula.
 */
export function surenessOf({ chance }: Pick<Alert, "chance">): string {
  if (chance === null) return words.known;
  if (chance < CERTAIN) return words.chance(words.sure.certain, words.million);
  const times = 10 ** Math.floor(-Math.log10(chance) + 1e-9);
  const sure = chance <= VERY ? words.sure.very : words.sure.fairly;
  return words.chance(sure, formatNumber(times));
}
