import { Badge } from "@mantine/core";

import { order } from "@/text/orders/order";

/** The badge beside the status of an order without an exchange rate. */
export function UnratedBadge() {
  return (
    <Badge variant="default" radius="sm" size="sm" fw={500} tt="none">
      {order.unrated}
    </Badge>
  );
}
