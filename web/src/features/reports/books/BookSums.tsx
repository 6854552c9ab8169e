import { Anchor, Box, Stack, Text, Title } from "@mantine/core";
import type { BookClass, Comparison } from "@/api/gen/types.gen";
import { books } from "@/text/reports/books";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Money, Num } from "@/ui/base/Numbers";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

const SUMMED = ["matched", "differs", "only_mine", "only_yours"] as const satisfies BookClass[];

interface BookSumsProps {
  shown: Comparison;
  onClass: (shown: BookClass) => void;
}

/** What each class adds up to on both sides, in each currency. */
export function BookSums({ shown, onClass }: BookSumsProps) {
  const unread = shown.counts.unread ?? 0;
  return (
    <Stack>
      {shown.totals.map((total) => (
        <CurrencySums key={total.currency} shown={shown} total={total} onClass={onClass} />
      ))}
      {unread > 0 && (
        <Text size="sm">
          {books.unreadNote(formatNumber(unread))}{" "}
          <Anchor component="button" inherit onClick={() => onClass("unread")}>
            {books.seeUnread}
          </Anchor>
        </Text>
      )}
      {shown.start_date === null && <Hint size="sm">{books.everyDay}</Hint>}
    </Stack>
  );
}

interface CurrencySumsProps extends BookSumsProps {
  total: Comparison["totals"][number];
}

function CurrencySums({ shown, total, onClass }: CurrencySumsProps) {
  const { currency } = total;
  const rows = SUMMED.map((name) => ({
    name,
    sum: shown.sums.find((each) => each.class === name && each.currency === currency),
  }));
  const orders = rows.reduce((count, { sum }) => count + (sum?.rows ?? 0), 0);
  return (
    <Stack gap="xs">
      <Title order={2}>{books.sums(currency)}</Title>
      <Box
        role="region"
        aria-label={books.sums(currency)}
        tabIndex={0}
        style={{ overflowX: "auto" }}
      >
        <SmallTable label={books.sums(currency)} miw="max-content">
          <thead>
            <tr>
              <Head>{books.class}</Head>
              <Head numeric>{books.orders}</Head>
              <Head numeric>{books.mine}</Head>
              <Head numeric>{books.yours}</Head>
              <Head numeric>{books.difference}</Head>
              <Head numeric>{books.declined}</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, sum }) => (
              <tr key={name}>
                <Cell>
                  <Anchor component="button" inherit onClick={() => onClass(name)}>
                    {books.classes[name]}
                  </Anchor>
                </Cell>
                <Cell numeric>
                  <Num value={sum?.rows ?? 0} />
                </Cell>
                <Cell numeric>
                  <Money amount={sum?.mine ?? "0"} currency={currency} />
                </Cell>
                <Cell numeric>
                  <Money amount={sum?.yours ?? "0"} currency={currency} />
                </Cell>
                <Cell numeric>
                  <Money amount={sum?.difference ?? "0"} currency={currency} />
                </Cell>
                <Cell numeric>
                  <Money amount={sum?.declined ?? "0"} currency={currency} />
                </Cell>
              </tr>
            ))}
            <tr>
              <Cell fw={600}>{books.total}</Cell>
              <Cell numeric fw={600}>
                <Num value={orders} />
              </Cell>
              <Cell numeric fw={600}>
                <Money amount={total.mine} currency={currency} />
              </Cell>
              <Cell numeric fw={600}>
                <Money amount={total.yours} currency={currency} />
              </Cell>
              <Cell numeric fw={600}>
                <Money amount={total.difference} currency={currency} />
              </Cell>
              <Cell />
            </tr>
          </tbody>
        </SmallTable>
      </Box>
    </Stack>
  );
}
