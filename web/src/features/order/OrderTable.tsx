import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { CallInput } from "@/api/call";
import { query } from "@/api/query";
import { order } from "@/text/publisher/order";
import { formatNumber } from "@/ui/base/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { useChannelNames } from "@/ui/picker/useChannels";
import { DataTable } from "@/ui/table/DataTable";
import { CursorControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

import { orderColumns } from "./orderColumns";

/** What is left fits a desktop, where the head then stays in view. */
const HIDDEN_BY_DEFAULT = [
  "items",
  "click_time",
  "updated_at",
  "uid2",
  "uid3",
  "uid4",
  "uid5",
  "coupon",
  "country",
];

interface OrderTableProps {
  ask: CallInput<"/reports/transactions">;
  zone: string;
  /** Whether any filter other than the period is set. */
  filtered: boolean;
  /** The column the orders are sorted by. */
  sort: string;
  onSort: (sort: string) => void;
  opened: number | undefined;
  onOpen: (oid: number) => void;
  onPage: (page: { cursor?: string; perPage: number }) => void;
  onClear: () => void;
  onLonger: () => void;
}

/** Orders and their status, newest first; a row opens its details. */
export function OrderTable(props: OrderTableProps) {
  const { ask, zone, filtered, opened, sort, onSort, onOpen, onPage, onClear, onLonger } = props;
  const answer = useQuery({
    ...query("/reports/transactions", ask),
    placeholderData: keepPreviousData,
  });
  const siteName = useChannelNames();
  const { data } = answer;
  const { perPage } = parsePaging({ perPage: ask.page?.perPage });
  const empty = filtered ? (
    <EmptyState
      title={order.emptyFiltered}
      help={ask.filter.keyword ? order.emptySearchHelp : order.emptyFilteredHelp}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          {order.clear}
        </Button>
      }
    />
  ) : (
    <EmptyState
      title={order.empty}
      help={order.emptyHelp}
      action={
        <Button variant="default" size="xs" onClick={onLonger}>
          {order.last90}
        </Button>
      }
    />
  );
  return (
    <DataTable
      name="transactions"
      label={order.table}
      answer={answer}
      columns={orderColumns({
        zone,
        siteName,
        totals: data?.totals ?? undefined,
        filter: ask.filter,
      })}
      hiddenByDefault={HIDDEN_BY_DEFAULT}
      id={({ oid }) => oid}
      sort={sort}
      onSort={onSort}
      onOpen={({ oid }) => onOpen(oid)}
      opened={opened ?? null}
      empty={empty}
      expected={perPage}
      pages={
        data && (
          <CursorControls
            perPage={perPage}
            cursor={ask.page?.cursor ?? undefined}
            next={data.next}
            total={data.totals ? data.total : order.tooMany(formatNumber(data.total - 1))}
            onChange={onPage}
          />
        )
      }
    />
  );
}
