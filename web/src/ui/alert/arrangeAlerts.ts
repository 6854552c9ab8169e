/** The order of alerts, and those that one row stands for. */
import type { Alert, MoneyAtRisk } from "@/api/gen/types.gen";
import { parseAmount, toAmount } from "@/ui/money/decimals";

/** How many open alerts are read at once: their order is that of all of them. */
export const ALERTS_READ = 200;

/** An alert as a list shows it. A row of several brands has their alerts, and the money of all. */
export interface AlertRow extends Alert {
  brands?: Alert[];
}

export const OVERDUE: Alert["kind"] = 8;
/** Kinds in which a brand owes a decision or money: the network asks it, the publisher can mend nothing. */
const WAITING = new Set<Alert["kind"]>([7, OVERDUE]);

/**
 * What one can mend first, then what the brands owe, each by the money at risk; overdue payments of
 * several brands are one row.
 */
export function arrangeAlerts(list: Alert[]): AlertRow[] {
  const overdue = list.filter(({ kind }) => kind === OVERDUE);
  const [first] = overdue;
  const isFolded = first !== undefined && overdue.length > 1;
  const rows: AlertRow[] = isFolded
    ? [...list.filter(({ kind }) => kind !== OVERDUE), foldOverdue(first, overdue)]
    : list;
  const byMoney = rows.toSorted((one, other) => moneyOf(other) - moneyOf(one));
  return [
    ...byMoney.filter(({ kind }) => !WAITING.has(kind)),
    ...byMoney.filter(({ kind }) => WAITING.has(kind)),
  ];
}

/** The row of overdue payments, since the longest of them. */
function foldOverdue(first: Alert, overdue: Alert[]): AlertRow {
  const [since = first.since] = overdue.map((each) => each.since).sort();
  return { ...first, alert_id: -OVERDUE, since, money_at_risk: sumOf(overdue), brands: overdue };
}

/** The money of several alerts; null if they have none, or several currencies. */
function sumOf(alerts: Alert[]): MoneyAtRisk | null {
  const risks = alerts.flatMap(({ money_at_risk }) => money_at_risk ?? []);
  const [first] = risks;
  if (!first || risks.some(({ currency }) => currency !== first.currency)) return null;
  const sum = (part: "low" | "high" | "day_low" | "day_high") =>
    toAmount(risks.reduce((total, risk) => total + parseAmount(risk[part]), 0n));
  return {
    low: sum("low"),
    high: sum("high"),
    day_low: sum("day_low"),
    day_high: sum("day_high"),
    currency: first.currency,
  };
}

const moneyOf = ({ money_at_risk }: Alert) => (money_at_risk ? Number(money_at_risk.high) : -1);
