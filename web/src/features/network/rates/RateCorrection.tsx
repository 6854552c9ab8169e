import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { CorrectedSum, ExchangeRate } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { rates as words } from "@/text/network/rates";
import { formatNumber } from "@/ui/base/format";
import { Money } from "@/ui/base/Numbers";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

/** The orders that were rated at another figure than a saved rate has now, and the button that rates them again. */
export function RateCorrection({ rate: { day, base, quote } }: { rate: ExchangeRate }) {
  const attributes = { day, base, quote };
  const { data, error, isFetching, refetch } = useQuery(
    query("/network/rate_correction", { attributes }),
  );
  const correct = useCall("/network/rate_correct", {
    refresh: ["/network/rate_correction"],
    onSuccess: () => toast.success(words.correcting),
  });
  if (error) return <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={80} />;
  const orders = words.orders(data.orders, formatNumber(data.orders));
  const publishers = words.publishers(data.publishers, formatNumber(data.publishers));
  const settled = words.orders(data.settled_orders, formatNumber(data.settled_orders));
  return (
    <Stack gap="sm" component="section" aria-label={words.correction}>
      <Title order={3}>{words.correction}</Title>
      {data.orders === 0 ? (
        <Text size="sm">{words.correctionNone}</Text>
      ) : (
        <>
          <Text size="sm">{words.correctionHelp(orders, publishers)}</Text>
          <SmallTable label={words.correction}>
            <thead>
              <tr>
                <Head>{words.figure}</Head>
                <Head numeric>{words.now}</Head>
                <Head numeric>{words.after}</Head>
              </tr>
            </thead>
            <tbody>
              {data.sums.map((sum) => (
                <SumRows key={sum.currency} sum={sum} />
              ))}
            </tbody>
          </SmallTable>
        </>
      )}
      {data.settled_orders > 0 && (
        <Text size="sm">
          {words.settledStay(settled, data.settled_items, formatNumber(data.settled_items))}
        </Text>
      )}
      {data.more && <Text size="sm">{words.more}</Text>}
      {(data.orders > 0 || data.more) && (
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={correct.isPending}
            onClick={() =>
              openConfirm({
                title: words.correct(orders),
                question: words.correctAsk(orders, publishers),
                confirm: words.correct(orders),
                onConfirm: () => correct.mutate({ attributes }),
              })
            }
          >
            {words.correct(orders)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function SumRows({ sum }: { sum: CorrectedSum }) {
  const { currency } = sum;
  return (
    <>
      <tr>
        <Cell>{words.amountIn(currency)}</Cell>
        <Cell numeric>
          <Money bare amount={sum.old_amount} currency={currency} />
        </Cell>
        <Cell numeric>
          <Money bare amount={sum.new_amount} currency={currency} />
        </Cell>
      </tr>
      <tr>
        <Cell>{words.commissionIn(currency)}</Cell>
        <Cell numeric>
          <Money bare amount={sum.old_commission} currency={currency} />
        </Cell>
        <Cell numeric>
          <Money bare amount={sum.new_commission} currency={currency} />
        </Cell>
      </tr>
    </>
  );
}
