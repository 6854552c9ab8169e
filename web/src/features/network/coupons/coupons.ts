/** When a coupon is in force, by the days of UTC as the portal counts them. */

import type { NetworkCoupon } from "@/api/gen/types.gen";
import type { Phase } from "@/features/network/news/times";

type Days = Pick<NetworkCoupon, "starts_at" | "ends_at">;

export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/** Whether a coupon can be promoted on a day, later, or no more; its last day is the one before `ends_at`. */
export function couponPhase({ starts_at, ends_at }: Days, day = today()): Phase {
  if (ends_at && ends_at <= day) return "ended";
  return starts_at && starts_at > day ? "scheduled" : "live";
}

/** The days of a coupon that ends now; one that has not begun before today then has no first day. */
export function endedDays({ starts_at }: Pick<Days, "starts_at">, day = today()) {
  return { starts_at: starts_at && starts_at < day ? starts_at : undefined, ends_at: day };
}
