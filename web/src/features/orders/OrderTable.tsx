import { useMemo } from "react";
import { useArrival } from "@/api/arrival";
import type { OrderSort, TransactionFilter } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { order } from "@/text/orders/order";
import { why } from "@/text/reports/why";
import { formatNumber } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { lastDays } from "@/ui/base/period";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { channelsQuery } from "@/ui/picker/channelsQuery";
import { useChannels } from "@/ui/picker/useChannels";
import { DataTable } from "@/ui/table/DataTable";
import type { CursorPage } from "@/ui/table/PageControls";

import { matchedPart, orderColumns } from "./orderColumns";

/** The columns that are hidden at first, so that the table fits a desktop. */
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

/** The part of a search that the table itself reads and changes; the rest filters the orders. */
interface OrderSearch {
  start_date?: string;
  end_date?: string;
  date_basis?: string;
  keyword?: string;
  order_id?: string;
  sort?: OrderSort;
  perPage?: number;
  cursor?: string;
  oid?: number;
}

interface OrderTableProps<Search extends OrderSearch> {
  search: Search;
  ask: { filter: TransactionFilter; page: CursorPage };
  zone: string;
  onSearch: (search: Search) => void;
}

/** Orders and their status, newest first; a row opens its details. */
export function OrderTable<S extends OrderSearch>({
  search,
  ask,
  zone,
  onSearch,
}: OrderTableProps<S>) {
  const orders = useSteadyQuery("/reports/transactions", ask);
  // The names of channels are wider than the numbers in whose place they would come.
  const named = useArrival(channelsQuery);
  const answer = named ? orders : { ...orders, data: undefined };
  const channels = useChannels();
  const { data } = answer;
  const seesMoney = useMoney();
  const totals = (seesMoney && data?.totals) || undefined;
  const part = matchedPart(ask.filter);
  const columns = useMemo(
    () => orderColumns({ zone, channels, totals, part }),
    [zone, channels, totals, part],
  );
  const { start_date, end_date, perPage, cursor: _, sort, oid, ...narrowed } = search;
  const missing = (
    <AnchorLink
      to="/reports/why"
      search={{ order_id: search.order_id ?? search.keyword }}
      size="sm"
    >
      {why.ask}
    </AnchorLink>
  );
  const empty = Object.values(narrowed).some((value) => value !== undefined) ? (
    <EmptyState
      title={order.emptyFiltered}
      help={search.keyword ? order.emptySearchHelp : order.emptyFilteredHelp}
      button={{
        label: order.clear,
        onClick: () => onSearch({ start_date, end_date, perPage, sort } as S),
      }}
      action={missing}
    />
  ) : (
    <EmptyState
      title={order.empty}
      help={order.emptyHelp}
      button={{
        label: order.last90,
        onClick: () => onSearch({ ...search, ...lastDays(90, zone), cursor: undefined }),
      }}
      action={missing}
    />
  );
  return (
    <DataTable
      name="transactions"
      label={order.table}
      answer={answer}
      columns={columns}
      hiddenByDefault={HIDDEN_BY_DEFAULT}
      id={({ oid }) => oid}
      sort={sort ?? (search.date_basis === "update" ? "-updated_at" : "-order_time")}
      onSort={(picked) => onSearch({ ...search, sort: picked as OrderSort, cursor: undefined })}
      onOpen={(row) => onSearch({ ...search, oid: row.oid })}
      opened={oid ?? null}
      empty={empty}
      expected={ask.page.perPage}
      page={ask.page}
      onPage={(page) => onSearch({ ...search, ...page })}
      total={data && !data.totals ? order.tooMany(formatNumber(data.total - 1)) : undefined}
    />
  );
}
