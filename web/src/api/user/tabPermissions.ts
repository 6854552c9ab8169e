import type { network } from "@/text/network/network";

/** The tabs of the operators' page that not everybody of the staff has, with the permission they need. */
export const TAB_PERMISSIONS: Partial<Record<keyof typeof network.tabs, string>> = {
  coupons: "brand.edit",
  imports: "order.edit",
  rates: "brand.edit",
  staff: "staff.edit",
  news: "news.edit",
};
