import type { lists } from "@/text/network/lists";

import { hasPermission, hasRole, type User } from "./roles";

type Tab = keyof typeof lists;

/** The operators' lists that not all of the staff may open, with the permission for each. */
const NEEDED: Partial<Record<Tab, string>> = {
  alerts: "alert.review",
  coupons: "brand.edit",
  imports: "order.edit",
  refused: "order.edit",
  rates: "brand.edit",
  staff: "staff.edit",
  mails: "account.lock",
  news: "news.edit",
};

/** Whether a user may open one of the operators' lists. */
export function mayOpenTab(user: User, tab: Tab): boolean {
  const needed = NEEDED[tab];
  return hasRole(user, "operator") && (!needed || hasPermission(user, needed));
}
