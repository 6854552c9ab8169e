import type { ItemStatus } from "@/api/gen/types.gen";
import { order } from "@/text/orders/order";
import { StatusBadge } from "@/ui/base/StatusBadge";

/** The status of an order or item; Paid is not a status but a date, and shown in place of Approved. */
export function OrderStatus({ status, paid }: { status: ItemStatus; paid?: boolean }) {
  if (paid && status === "Approved") return <StatusBadge state="paid">{order.paid}</StatusBadge>;
  return (
    <StatusBadge state={status.toLowerCase() as Lowercase<ItemStatus>}>
      {order.status_[status]}
    </StatusBadge>
  );
}
