import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { Ask } from "@/api/call";
import { query } from "@/api/query";
import { order } from "@/text/publisher/order";
import { num } from "@/ui/base/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { DataTable } from "@/ui/table/DataTable";
import { CursorPages } from "@/ui/table/Pages";
import { paging } from "@/ui/table/paging";

import { columnsOf } from "./columns";
import { useSiteNames } from "./sites";

interface OrderTableProps {
  ask: Ask<"/reports/transactions">;
  zone: string;
  /** Whether anything beside the period narrows it. */
  filtered: boolean;
  opened: number | undefined;
  onOpen: (oid: number) => void;
  onPage: (page: { cursor?: string; perPage: number }) => void;
  onClear: () => void;
  onLonger: () => void;
}

/** Orders with what became of them, newest first; a row opens its story. */
export function OrderTable(props: OrderTableProps) {
  const { ask, zone, filtered, opened, onOpen, onPage, onClear, onLonger } = props;
  const answer = useQuery({
    ...query("/reports/transactions", ask),
    placeholderData: keepPreviousData,
  });
  const siteName = useSiteNames();
  const { data } = answer;
  const { perPage } = paging({ perPage: ask.page?.perPage });
  const empty = filtered ? (
    <EmptyState
      title={order.emptyFiltered}
      help={order.emptyFilteredHelp}
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
      columns={columnsOf({ zone, siteName, totals: data?.totals ?? undefined })}
      hiddenAtFirst={["updated_at", "uid2", "uid3", "uid4", "uid5", "coupon", "country"]}
      id={({ oid }) => oid}
      onOpen={({ oid }) => onOpen(oid)}
      opened={opened ?? null}
      empty={empty}
      expected={perPage}
      pages={
        data && (
          <CursorPages
            perPage={perPage}
            cursor={ask.page?.cursor ?? undefined}
            next={data.next}
            total={data.totals ? data.total : order.tooMany(num(data.total - 1))}
            onChange={onPage}
          />
        )
      }
    />
  );
}
