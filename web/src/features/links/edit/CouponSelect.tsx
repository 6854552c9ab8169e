import type { Coupon } from "@/api/gen/types.gen";
import { link as words } from "@/text/links/link";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { LazySelect, type LazySelectProps } from "@/ui/picker/LazySelect";

interface CouponSelectProps extends Omit<LazySelectProps, "data"> {
  coupons: Coupon[];
}

/** One of the brand's coupons that goes with the link; nothing where it has none. */
export function CouponSelect({ coupons, ...rest }: CouponSelectProps) {
  if (coupons.length === 0) return null;
  return (
    <LazySelect
      allowDeselect
      label={<OptionalLabel>{words.coupon}</OptionalLabel>}
      comboboxProps={{ withinPortal: false }}
      clearable
      placeholder={words.noCoupon}
      data={coupons.map(({ code, description }) => ({
        value: code,
        label: description ? `${code}: ${description}` : code,
      }))}
      {...withHelp(words.couponHelp, rest.error)}
      {...rest}
    />
  );
}
