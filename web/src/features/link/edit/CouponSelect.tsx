import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { link as words } from "@/text/publisher/link";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { LazySelect, type LazySelectProps } from "@/ui/picker/LazySelect";

interface CouponSelectProps extends Omit<LazySelectProps, "data"> {
  mcid: string;
}

/** One of the brand's coupons that goes with the link; nothing where it has none. */
export function CouponSelect({ mcid, ...rest }: CouponSelectProps) {
  const { data } = useQuery(query("/brands/coupons", { filter: { mcid } }));
  if (!data || data.list.length === 0) return null;
  return (
    <LazySelect
      label={<OptionalLabel>{words.coupon}</OptionalLabel>}
      comboboxProps={{ withinPortal: false }}
      clearable
      placeholder={words.noCoupon}
      data={data.list.map(({ code, description }) => ({
        value: code,
        label: description ? `${code}: ${description}` : code,
      }))}
      {...withHelp(words.couponHelp, rest.error)}
      {...rest}
    />
  );
}
