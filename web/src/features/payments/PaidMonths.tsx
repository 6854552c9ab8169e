import { Box, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { PaidMonth, PaymentBalance } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { table } from "@/text/core/table";
import { payment as words } from "@/text/payments/payment";
import { PAYMENTS } from "@/ui/balance/BalanceFlow";
import { formatDay, formatMoney, formatMonth } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { pathOf } from "@/ui/base/links";
import { loadable } from "@/ui/base/loadable";
import { todayIn } from "@/ui/base/period";
import { AsTable } from "@/ui/chart/AsTable";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

const HEIGHT = 200;
const Bars = loadable(
  () => import("@/ui/chart/lazy/Bars").then(({ Bars }) => Bars),
  <Skeleton h={HEIGHT} />,
);

/**
 * A chart of the amounts paid in each of the last twelve months, with the forecast of the next
 * payment.
 */
export function PaidMonths({ balance }: { balance: PaymentBalance }) {
  const answer = useQuery(query("/payments/months"));
  const { data, error, isFetching, refetch } = answer;
  const next = balance.next_payment;
  const nothing = data?.list.every(({ payments }) => payments === 0) && !next;
  return (
    <Panel tall title={words.paidMonths}>
      <Hint>{words.paidMonthsHelp}</Hint>
      <Box mih={HEIGHT}>
        {nothing ? (
          <EmptyState title={words.paidNone} help={words.noneHelp} />
        ) : data ? (
          <Months months={data.list} balance={balance} />
        ) : error ? (
          <ErrorState
            what={words.paidMonths}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton h={HEIGHT} />
        )}
      </Box>
    </Panel>
  );
}

function Months({ months, balance }: { months: PaidMonth[]; balance: PaymentBalance }) {
  const { time_zone } = useUser();
  const navigate = useNavigate();
  const { currency, next_payment: next } = balance;
  const money = (amount: string) => formatMoney(amount, currency);
  const running = todayIn(time_zone).slice(0, 7);
  const nameOf = ({ month }: PaidMonth) =>
    month === running
      ? `${formatMonth(`${month}-01`)} (${table.soFar})`
      : formatMonth(`${month}-01`);
  const paid = months.map((row) => ({
    key: row.month,
    axis: formatMonth(`${row.month}-01`).slice(0, 3),
    label: words.paidIn(nameOf(row), money(row.gross), row.payments),
    value: Number(row.gross),
    look: row.month === running ? ("part" as const) : ("plain" as const),
    path: `/payments/summary?paid_month=${row.month}#${PAYMENTS}`,
  }));
  const planned = next && {
    key: "next",
    axis: words.nextShort,
    label: words.nextBar(
      formatDay(next.day),
      money(next.likely),
      money(next.low),
      money(next.high),
    ),
    value: Number(next.likely),
    look: "planned" as const,
    path: "/payments/details?state=payable",
  };
  return (
    <figure aria-label={words.paidMonths} className="portal-figure">
      <Bars
        label={words.paidMonths}
        bars={planned ? [...paid, planned] : paid}
        format={(value) => formatMoney(value, currency)}
        height={HEIGHT}
        onOpen={({ path }) => void navigate(pathOf(path))}
      />
      <AsTable>
        <SmallTable label={words.paidMonths}>
          <thead>
            <tr>
              <Head>{words.month}</Head>
              <Head numeric>{words.payments}</Head>
              <Head numeric>{words.gross}</Head>
              <Head numeric>{words.net}</Head>
            </tr>
          </thead>
          <tbody>
            {months.map((row) => (
              <tr key={row.month}>
                <Cell>{nameOf(row)}</Cell>
                <Cell numeric>{row.payments}</Cell>
                <Cell numeric>{money(row.gross)}</Cell>
                <Cell numeric>{money(row.net)}</Cell>
              </tr>
            ))}
            {next && (
              <tr>
                <Cell>{words.nextRow(formatDay(next.day))}</Cell>
                <Cell numeric>–</Cell>
                <Cell numeric>{money(next.likely)}</Cell>
                <Cell numeric>–</Cell>
              </tr>
            )}
          </tbody>
        </SmallTable>
      </AsTable>
    </figure>
  );
}
