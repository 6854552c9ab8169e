import type { CouponTerms, NetworkCoupon } from "@/api/gen/types.gen";

/** What a form can change of a coupon, as it was read. */
export const couponTerms = ({
  description,
  uid,
  starts_at,
  ends_at,
}: NetworkCoupon): CouponTerms => ({
  description,
  uid,
  starts_at,
  ends_at,
});
