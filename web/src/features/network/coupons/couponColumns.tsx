import { Text } from "@mantine/core";
import type { NetworkCoupon } from "@/api/gen/types.gen";
import { PHASE_STATES } from "@/features/network/news/times";
import { PublisherName } from "@/features/network/pickers/PublisherName";
import { table } from "@/text/core/table";
import { coupons as words } from "@/text/network/coupons";
import { formatDay } from "@/ui/base/format";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { Column } from "@/ui/table/DataTable";

import { CouponActions } from "./CouponActions";
import { couponPhase } from "./coupons";

export function couponColumns(
  onEdit: (coupon: NetworkCoupon) => void,
): Array<Column<NetworkCoupon>> {
  return [
    {
      key: "code",
      title: words.code,
      always: true,
      cell: ({ code }) => (
        <Text span inherit fw={500}>
          {code}
        </Text>
      ),
    },
    {
      key: "brand_name",
      title: words.brand,
      phone: "more",
      cell: ({ brand_name }) => brand_name,
    },
    {
      key: "state",
      title: words.state,
      phone: "status",
      cell: (coupon) => {
        const phase = couponPhase(coupon);
        return <StatusBadge state={PHASE_STATES[phase]}>{words.states[phase]}</StatusBadge>;
      },
    },
    {
      key: "description",
      title: words.description,
      cell: ({ description }) => (
        <Text inherit truncate maw={200} title={description}>
          {description}
        </Text>
      ),
    },
    {
      key: "uid",
      title: words.audience,
      cell: ({ uid, publisher }) =>
        uid === null ? words.everybody : <PublisherName uid={uid} name={publisher} />,
    },
    {
      key: "starts_at",
      title: words.startsAt,
      cell: ({ starts_at }) => (starts_at ? formatDay(starts_at) : "–"),
    },
    {
      key: "ends_at",
      title: words.endsAt,
      cell: ({ ends_at }) => (ends_at ? formatDay(ends_at) : "–"),
    },
    {
      key: "actions",
      title: table.actions,
      phone: "menu",
      always: true,
      width: 88,
      cell: (coupon) => <CouponActions coupon={coupon} onEdit={() => onEdit(coupon)} />,
    },
  ];
}
