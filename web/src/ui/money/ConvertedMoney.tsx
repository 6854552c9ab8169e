import { Stack, Text } from "@mantine/core";

import type { Order } from "@/api/gen/types.gen";
import { Money } from "@/ui/base/Numbers";

interface ConvertedMoneyProps {
  amount: string | null;
  /** The same in the currency of reports. */
  report: string | null;
  order: Pick<Order, "currency" | "report_currency" | "unrated">;
}

/** An amount in the order's own currency, and below it what it is in the publisher's where that is another. */
export function ConvertedMoney({ amount, report, order }: ConvertedMoneyProps) {
  const { currency, report_currency, unrated } = order;
  if (currency === report_currency || unrated) return <Money amount={amount} currency={currency} />;
  return (
    <Stack gap={0}>
      <Money amount={amount} currency={currency} />
      <Text span size="xs" c="dimmed">
        <Money amount={report} currency={report_currency} />
      </Text>
    </Stack>
  );
}
