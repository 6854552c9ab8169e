import { Badge } from "@mantine/core";

import { order } from "@/text/orders/order";

/** What an order without an exchange rate has beside its status. */
export function UnratedBadge() {
  return (
    <Badge variant="default" radius="sm" size="sm" fw={500} tt="none">
      {order.unrated}
    </Badge>
  );
}
