import type { NetworkCoupon } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { coupons as words } from "@/text/network/coupons";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";

import { couponPhase, endedDays } from "./coupons";

interface CouponActionsProps {
  coupon: NetworkCoupon;
  onEdit: () => void;
}

/** What can be done with a coupon: change it, and end one that is not over. */
export function CouponActions({ coupon, onEdit }: CouponActionsProps) {
  const { mcid, code, description, uid } = coupon;
  const save = useCall("/network/coupon_save", {
    refresh: ["/network/coupons"],
    onSuccess: () => toast.success(words.ended(code)),
  });
  const end = () =>
    openConfirm({
      title: words.endTitle(code),
      question: words.endAsk,
      confirm: words.end,
      destroys: true,
      onConfirm: () =>
        save.mutate({
          attributes: { mcid, code, description, uid: uid ?? undefined, ...endedDays(coupon) },
        }),
    });
  const isOver = couponPhase(coupon) === "ended";
  return (
    <ActionMenu
      label={words.actionsOf(code)}
      busy={save.isPending}
      groups={[
        [{ label: words.edit, onClick: onEdit }],
        ...(isOver ? [] : [[{ label: words.end, onClick: end }]]),
      ]}
    />
  );
}
