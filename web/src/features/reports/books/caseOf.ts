import type { BookRow } from "@/api/gen/types.gen";

/** The form of a case about a row, filled in with what the file says; null where there is nothing to claim. */
export function caseOf(row: BookRow, amounts: "commission" | "sale") {
  const { oid, status, reasons } = row;
  const claimed = amounts === "sale" ? (row.own_amount ?? undefined) : undefined;
  if (row.class === "only_mine" && !reasons.includes("test_order"))
    return {
      add: "missing" as const,
      asked: true as const,
      mcid: row.mcid ?? undefined,
      click_ref: row.click_ref ?? undefined,
      order_id: row.order_id || undefined,
      order_time: row.own_time ?? undefined,
      day: row.own_time ? undefined : (row.own_day ?? undefined),
      amount: claimed,
      currency: row.own_currency ?? undefined,
    };
  if (oid === null || row.class === "unread" || row.class === "only_mine") return null;
  if (status === "Rejected") return { add: "declined" as const, about: oid };
  if (row.class === "differs" && reasons.includes("amount"))
    return { add: "incorrect" as const, about: oid, amount: claimed };
  return null;
}
