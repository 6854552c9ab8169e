import { Stack, Text, Title } from "@mantine/core";
import type { ImportSummary, LineRefusal } from "@/api/gen/types.gen";
import { imports } from "@/text/network/imports";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Money } from "@/ui/base/Numbers";
import { CountRow, DetailRow, MoneyRow } from "@/ui/layout/DetailRow";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

/** A summary of what importing a file would do. */
export function SummaryPanel({ summary }: { summary: ImportSummary }) {
  const { whole, lines, orders, sales, rejected, repeats, refused, refused_lines } = summary;
  return (
    <Stack gap="sm">
      <Title order={2}>{imports.summary}</Title>
      <Hint size="sm">{imports.summaryHelp}</Hint>
      {!whole && <Hint size="sm">{imports.notWhole(formatNumber(lines))}</Hint>}
      <Stack gap={4}>
        <CountRow name={imports.lines} value={lines} />
        <CountRow name={imports.orders_} value={orders} />
        <SalesRows sales={sales} rejected={rejected} />
        <CountRow name={imports.repeats} value={repeats} />
        <CountRow name={imports.counts.refused} value={refused} />
      </Stack>
      {repeats > 0 && <Text size="sm">{imports.repeatsHelp}</Text>}
      {refused_lines.length > 0 && <RefusedTable lines={refused_lines} count={refused} />}
    </Stack>
  );
}

interface SalesRowsProps {
  sales: Record<string, string>;
  rejected: Record<string, string>;
}

/** Amounts of accepted lines by currency, and how much of them is rejected. */
export function SalesRows({ sales, rejected }: SalesRowsProps) {
  return Object.entries(sales).map(([currency, amount]) => (
    <Stack key={currency} gap={4}>
      <MoneyRow name={imports.sales(currency)} amount={amount} currency={currency} />
      {rejected[currency] !== undefined && (
        <DetailRow name={imports.rejected(currency)}>
          <Money amount={rejected[currency]} currency={currency} />
        </DetailRow>
      )}
    </Stack>
  ));
}

/** Refused lines, each with its reason. */
export function RefusedTable({ lines, count }: { lines: LineRefusal[]; count: number }) {
  return (
    <SmallTable label={imports.refusedTitle(formatNumber(count))}>
      <thead>
        <tr>
          <Head numeric style={{ whiteSpace: "nowrap" }}>
            {imports.line}
          </Head>
          <Head>{imports.order}</Head>
          <Head>{imports.reason}</Head>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, order_id, reason }) => (
          <tr key={line}>
            <Cell numeric>{line}</Cell>
            <Cell>{order_id}</Cell>
            <Cell>{reason}</Cell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  );
}
