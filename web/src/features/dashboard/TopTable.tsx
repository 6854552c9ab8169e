import type { ReactNode } from "react";

import { dashboard } from "@/text/publisher/dashboard";
import { Money, Num } from "@/ui/base/Numbers";
import { Panel } from "@/ui/layout/Panel";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

interface TopTableProps<T> {
  title: string;
  /** What the rows are: the head of the first column. */
  what: string;
  /** Leads to all of them. */
  all: ReactNode;
  rows: T[];
  currency: string;
  id: (row: T) => string | number;
  name: (row: T) => ReactNode;
  /** Shown if there are no rows: an EmptyState. */
  empty: ReactNode;
}

/** What brought most: its clicks, orders and commission. */
export function TopTable<T extends { clicks: number; orders: number; commission: string }>(
  props: TopTableProps<T>,
) {
  const { title, what, all, rows, currency, id, name, empty } = props;
  return (
    <Panel tall title={title} action={rows.length > 0 && all}>
      {rows.length === 0 ? (
        empty
      ) : (
        <SmallTable fixed>
          <thead>
            <tr>
              <Head w="40%">{what}</Head>
              <Head numeric visibleFrom="xs">
                {dashboard.clicks}
              </Head>
              <Head numeric>{dashboard.orders}</Head>
              <Head numeric>{dashboard.commission}</Head>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={id(row)}>
                <Cell>{name(row)}</Cell>
                <Cell numeric visibleFrom="xs">
                  <Num value={row.clicks} />
                </Cell>
                <Cell numeric>
                  <Num value={row.orders} />
                </Cell>
                <Cell numeric>
                  <Money amount={row.commission} currency={currency} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      )}
    </Panel>
  );
}
