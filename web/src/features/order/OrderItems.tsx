import { Group, Paper, Stack, Text } from "@mantine/core";

import type { Item } from "@/api/gen/types.gen";
import { order } from "@/text/publisher/order";
import { formatMoney, formatNumber } from "@/ui/base/format";
import { Money } from "@/ui/base/Numbers";

import { OrderStatus } from "./OrderStatus";
import { reasonText } from "./reasonText";

/** The items of an order, each with its own status. */
export function OrderItems({ items, currency }: { items: Item[]; currency: string }) {
  return (
    <Paper>
      {items.map((item) => (
        <OrderItem key={item.item_id} item={item} currency={currency} />
      ))}
    </Paper>
  );
}

function OrderItem({ item, currency }: { item: Item; currency: string }) {
  const { item_id, category, quantity, sale_amount, sale_comm, ori_amount } = item;
  const about = [
    category && item_id && order.ofItem(item_id),
    quantity > 1 && order.quantity(quantity),
    rateText(item),
    sale_amount !== ori_amount && order.was(formatMoney(ori_amount, currency)),
    item.reason_code && reasonText(item.reason_code),
    item.note,
  ].filter(Boolean);
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md" p="sm">
      <Stack gap={4} miw={0}>
        <Text size="sm" fw={500} truncate>
          {category || (item_id ? order.ofItem(item_id) : order.item)}
        </Text>
        {about.length > 0 && (
          <Text size="xs" c="dimmed">
            {about.join(" · ")}
          </Text>
        )}
        <Group>
          <OrderStatus status={item.status} paid={item.paid} />
        </Group>
      </Stack>
      <Stack gap={4} ta="right">
        <Money size="sm" amount={sale_amount} currency={currency} />
        <Text size="xs" c="dimmed" component="span">
          {order.commission} <Money amount={sale_comm} currency={currency} />
        </Text>
      </Stack>
    </Group>
  );
}

/** The rate of an item's commission, and the brand's terms that gave it. */
function rateText({ comm_rate, commission_group: group }: Item): string | null {
  const rate = comm_rate && order.percent(formatNumber(comm_rate, 4));
  return group ? order.ratedBy(rate ?? order.fixedAmount, group) : rate;
}
