import { Anchor, Paper, Stack, Text, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { BookClass, Comparison } from "@/api/gen/types.gen";
import { books } from "@/text/reports/books";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { Money, Num } from "@/ui/base/Numbers";
import { PHONE } from "@/ui/base/theme";
import { CountRow, MoneyRow } from "@/ui/layout/DetailRow";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

const COLUMNS = [
  { of: "mine", title: books.mine },
  { of: "yours", title: books.yours },
  { of: "difference", title: books.difference },
  { of: "declined", title: books.declined },
] as const;
const SUMMED = ["matched", "differs", "only_mine", "only_yours"] as const satisfies BookClass[];

interface BookSumsProps {
  shown: Comparison;
  onClass: (shown: BookClass) => void;
}

/** The sums of each class on both sides, by currency. */
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
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const rows = SUMMED.map((name) => ({
    name,
    sum: shown.sums.find((each) => each.class === name && each.currency === currency),
  }));
  const lines: SumLine[] = [
    ...rows.map(({ name, sum }) => ({
      name: (
        <Anchor component="button" inherit onClick={() => onClass(name)}>
          {books.classes[name]}
        </Anchor>
      ),
      rows: sum?.rows ?? 0,
      sums: COLUMNS.map(({ of }) => sum?.[of] ?? "0"),
    })),
    {
      name: books.total,
      rows: rows.reduce((count, { sum }) => count + (sum?.rows ?? 0), 0),
      sums: [total.mine, total.yours, total.difference],
      isTotal: true,
    },
  ];
  return (
    <Stack gap="xs">
      <Title order={2}>{books.sums(currency)}</Title>
      {phone ? (
        <SumCards lines={lines} currency={currency} />
      ) : (
        <SumTable lines={lines} currency={currency} />
      )}
    </Stack>
  );
}

interface SumLine {
  name: ReactNode;
  rows: number;
  /** A sum for each column that can be added up. */
  sums: string[];
  isTotal?: boolean;
}

interface SumLinesProps {
  lines: SumLine[];
  currency: string;
}

function SumTable({ lines, currency }: SumLinesProps) {
  return (
    <SmallTable label={books.sums(currency)}>
      <thead>
        <tr>
          <Head>{books.class}</Head>
          <Head numeric>{books.orders}</Head>
          {COLUMNS.map(({ of, title }) => (
            <Head key={of} numeric>
              {title}
            </Head>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, rows, sums, isTotal }, place) => (
          <tr key={place}>
            <Cell fw={isTotal ? 600 : 400}>{name}</Cell>
            <Cell numeric fw={isTotal ? 600 : 400}>
              <Num value={rows} />
            </Cell>
            {COLUMNS.map(({ of }, column) => (
              <Cell key={of} numeric fw={isTotal ? 600 : 400}>
                {sums[column] !== undefined && <Money amount={sums[column]} currency={currency} />}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </SmallTable>
  );
}

/** A phone is too narrow for the table: each class has its sums below it. */
function SumCards({ lines, currency }: SumLinesProps) {
  return (
    <Stack component="section" gap="sm" aria-label={books.sums(currency)}>
      {lines.map(({ name, rows, sums }, place) => (
        <Paper key={place} p="sm">
          <Text size="sm" fw={500} mb={4} component="div">
            {name}
          </Text>
          <CountRow name={books.orders} value={rows} />
          {COLUMNS.map(
            ({ of, title }, column) =>
              sums[column] !== undefined && (
                <MoneyRow key={of} name={title} amount={sums[column]} currency={currency} />
              ),
          )}
        </Paper>
      ))}
    </Stack>
  );
}
