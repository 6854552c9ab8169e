import { expect, test } from "vitest";

import type { Alert } from "@/api/gen/types.gen";
import { stopped } from "@/testing/alert";
import { brandOf, costSoFar, titleOf } from "./alertWords";
import { arrangeAlerts } from "./arrangeAlerts";

const exactly = (amount: string, currency = "GBP") => ({
  low: amount,
  high: amount,
  day_low: "0",
  day_high: "0",
  currency,
});
const overdue = (alert_id: number, brand: string, amount: string, currency?: string): Alert => ({
  ...stopped,
  alert_id,
  kind: 8,
  mcid: brand.toLowerCase(),
  brand_name: brand,
  money_at_risk: exactly(amount, currency),
});

test("what can be mended comes before what brands owe, and overdue brands are one row with their sum", () => {
  const postback: Alert = { ...stopped, alert_id: 3, kind: 10, money_at_risk: null };
  const waiting: Alert = { ...stopped, alert_id: 4, kind: 7, money_at_risk: exactly("900.00") };
  const rows = arrangeAlerts([
    overdue(1, "Bolt", "700.10"),
    waiting,
    overdue(2, "Cove", "500.20"),
    stopped,
    postback,
  ]);

  expect(rows.map((row) => titleOf(row))).toEqual([
    "No orders arrive any more",
    "A postback fails",
    "2 brands are overdue with payments",
    "Orders wait too long for a decision",
  ]);
  const folded = rows[2];
  expect(folded && brandOf(folded)).toBe("Bolt and 1 other");
  expect(folded?.money_at_risk && costSoFar(folded.money_at_risk)).toMatch(/^GBP\s1,200\.30$/);
  expect(folded?.brands?.map(({ alert_id }) => alert_id)).toEqual([1, 2]);
});

test("one overdue brand is an alert like any other, and two currencies have no sum", () => {
  expect(arrangeAlerts([overdue(1, "Bolt", "7.00")])).toEqual([overdue(1, "Bolt", "7.00")]);
  const [row] = arrangeAlerts([overdue(1, "Bolt", "7.00"), overdue(2, "Cove", "5.00", "SEK")]);
  expect(row?.money_at_risk).toBeNull();
});
