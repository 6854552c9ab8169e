import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { ClosingPreview } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { common } from "@/text/core/common";
import { money } from "@/text/network/money";
import { formatMonth, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Money, Num } from "@/ui/base/Numbers";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

interface CloseMonthModalProps {
  period: string;
  onConfirm: () => void;
  onClosed: () => void;
}

/** Asks whether a month is to be closed, and shows what that settles, by brand and currency. */
export function CloseMonthModal({ period, onConfirm, onClosed }: CloseMonthModalProps) {
  const [opened, setOpened] = useState(true);
  const answer = useQuery({
    ...query("/network/settle_preview", { attributes: { period } }),
    staleTime: 0,
  });
  const close = () => setOpened(false);
  return (
    <AppModal
      opened={opened}
      onClose={close}
      onClosed={onClosed}
      title={money.closeTitle(formatMonth(`${period}-01`))}
      size="lg"
    >
      <Stack gap="lg">
        <Answer of={answer} waiting={<SkeletonRows rows={6} height={32} />}>
          {(preview) => (
            <>
              <Text>
                {money.closeAsk(money.brands(formatNumber(preview.brands), preview.brands === 1))}
              </Text>
              {preview.list.length === 0 ? (
                <Text c="dimmed">{money.closeNothing}</Text>
              ) : (
                <Sums preview={preview} />
              )}
            </>
          )}
        </Answer>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            {common.cancel}
          </Button>
          <Button
            disabled={!answer.data || !opened}
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {money.close}
          </Button>
        </Group>
      </Stack>
    </AppModal>
  );
}

/** The sums in each currency first, then those of each brand. */
function Sums({ preview: { amounts, list, total } }: { preview: ClosingPreview }) {
  return (
    <Stack gap="xs">
      <Box
        className="portal-scroll"
        role="region"
        aria-label={money.closeSums}
        tabIndex={0}
        mah={400}
      >
        <SmallTable label={money.closeSums}>
          <thead>
            <tr>
              <Head>{money.brand}</Head>
              <Head numeric>{money.publisherCount}</Head>
              <Head numeric>{money.orderCount}</Head>
              <Head numeric>{money.amount}</Head>
            </tr>
          </thead>
          <tbody>
            {Object.entries(amounts).map(([currency, amount]) => (
              <tr key={currency}>
                <Cell fw={600}>{money.closeAll}</Cell>
                <Cell />
                <Cell />
                <Cell numeric fw={600}>
                  <Money amount={amount} currency={currency} />
                </Cell>
              </tr>
            ))}
            {list.map(({ mcid, brand_name, publishers, orders, currency, amount }) => (
              <tr key={`${mcid}:${currency}`}>
                <Cell>{brand_name}</Cell>
                <Cell numeric>
                  <Num value={publishers} />
                </Cell>
                <Cell numeric>
                  <Num value={orders} />
                </Cell>
                <Cell numeric>
                  <Money amount={amount} currency={currency} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Box>
      {list.length < total && (
        <Hint>{money.closeMore(formatNumber(list.length), formatNumber(total))}</Hint>
      )}
    </Stack>
  );
}
