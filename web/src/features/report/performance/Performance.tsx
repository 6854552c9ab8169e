import { Button, Group, Skeleton, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo } from "react";

import type { Performance as Answer, PerformanceRow } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { SiteSwitch } from "@/features/report/SiteSwitch";
import {
  BLOCK_SIZE,
  type ClickSearch,
  groupsOf,
  type PerformanceSearch,
  performanceInput,
  sortOf,
  type TransactionSearch,
} from "@/features/report/search";
import { Totals } from "@/features/report/Totals";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { report } from "@/text/publisher/report";
import { formatDay } from "@/ui/base/format";
import { todayIn } from "@/ui/base/period";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonCards } from "@/ui/feedback/Skeletons";
import { PageHeader } from "@/ui/layout/PageHeader";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";
import { type ComparedPerformance, comparedRows } from "./comparison";
import { PerformanceChart } from "./PerformanceChart";
import { PerformanceFilters } from "./PerformanceFilters";
import { HIDDEN_BY_DEFAULT, performanceColumns, rowText } from "./performanceColumns";
import { RowMenu } from "./RowMenu";
import { clicksOf, keyOf, nameOf, ordersOf } from "./rowGroups";

interface PerformanceProps {
  search: PerformanceSearch;
  onSearch: (search: PerformanceSearch) => void;
  /** Leads to the orders behind a row. */
  onOrders: (search: TransactionSearch) => void;
  /** Leads to the clicks that a row counts. */
  onClicks: (search: ClickSearch) => void;
  /** What can be done with the whole report. */
  action?: ReactNode;
}

/** Clicks, orders and commission by any grouping, as a chart and a table. */
export function Performance({ search, onSearch, onOrders, onClicks, action }: PerformanceProps) {
  const { time_zone: zone, currency } = useUser();
  const answer = useQuery({
    ...query("/reports/performance", performanceInput(search, zone)),
    placeholderData: keepPreviousData,
  });
  const found = useDeferredValue(answer.data);
  const data = useMemo(() => found && comparedRows(found, search), [found, search]);
  const change = (changed: PerformanceSearch) =>
    onSearch({ ...search, ...changed, curPage: undefined });
  const noClicks = data && data.totals.clicks === null;
  const figure = noClicks && search.figure === "clicks" ? "commission" : search.figure;
  return (
    <>
      <PageHeader
        title={shell.performance}
        help={report.help}
        note={
          <>
            {report.pageNote(data?.time_zone ?? zone, data?.totals.currency ?? currency)}
            {search.compare && data?.compared_start_date && data.compared_end_date && (
              <>
                {" "}
                {report.comparedWith(
                  formatDay(data.compared_start_date),
                  formatDay(data.compared_end_date),
                )}
              </>
            )}
          </>
        }
        action={
          <Group gap="sm">
            <SiteSwitch search={search} onChange={change} />
            {action}
          </Group>
        }
      />
      <PerformanceFilters search={search} zone={zone} onChange={change} />
      {noClicks && (
        <Group gap="xs" wrap="nowrap" align="flex-start" c="dimmed">
          <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />
          <Text size="sm">{report.noClicks}</Text>
        </Group>
      )}
      {found ? <Totals answer={found} /> : !answer.error && <SkeletonCards />}
      {data
        ? data.list.length > 0 && (
            <PerformanceChart
              answer={data}
              today={todayIn(zone)}
              groups={groupsOf(search)}
              figure={figure ?? "commission"}
              onFigure={(picked) =>
                onSearch({ ...search, figure: picked === "commission" ? undefined : picked })
              }
            />
          )
        : !answer.error && <Skeleton h={352} radius="lg" />}
      <Listing
        answer={answer}
        data={data}
        search={{ ...search, figure }}
        onSearch={onSearch}
        onOrders={onOrders}
        onClicks={onClicks}
      />
    </>
  );
}

interface ListingProps extends PerformanceProps {
  answer: UseQueryResult<Answer>;
  data: ComparedPerformance | undefined;
}

function Listing({ answer, data, search, onSearch, onOrders, onClicks }: ListingProps) {
  const { time_zone: zone } = useUser();
  const groups = groupsOf(search);
  const page = parsePaging({ curPage: search.curPage, perPage: search.perPage });
  const from = ((page.curPage - 1) * page.perPage) % BLOCK_SIZE;
  const rows = useMemo(
    () => data && { list: data.list.slice(from, from + page.perPage) },
    [data, from, page.perPage],
  );
  const openable = data?.list.some((row) => ordersOf(row, search, zone));
  const rowMenu: Column<PerformanceRow> = {
    key: "actions",
    title: table.actions,
    always: true,
    phone: "menu",
    cell: (row) => (
      <RowMenu
        name={groups.map((group) => nameOf(row, group)).join(" · ")}
        orders={ordersOf(row, search, zone)}
        clicks={clicksOf(row, search, zone)}
        text={rowText(row, groups)}
        onOrders={onOrders}
        onClicks={onClicks}
      />
    ),
  };
  return (
    <DataTable
      name="performance"
      label={report.table}
      answer={{ ...answer, data: rows }}
      columns={
        data
          ? [
              ...performanceColumns({
                groups,
                figure: search.figure ?? "commission",
                answer: data,
                today: todayIn(zone),
              }),
              rowMenu,
            ]
          : []
      }
      hiddenByDefault={HIDDEN_BY_DEFAULT}
      id={(row) => keyOf(row, groups)}
      sort={sortOf(search)}
      onSort={(sort) => onSearch({ ...search, sort, curPage: undefined })}
      onOpen={
        openable
          ? (row) => {
              const orders = ordersOf(row, search, zone);
              if (orders) onOrders(orders);
            }
          : undefined
      }
      empty={
        <EmptyState
          title={report.empty}
          help={report.emptyHelp}
          action={
            <Button variant="default" size="xs" onClick={() => onSearch({})}>
              {report.last30}
            </Button>
          }
        />
      }
      pages={
        data && (
          <PageControls
            {...page}
            total={data.total}
            onChange={({ curPage, perPage }) => onSearch({ ...search, curPage, perPage })}
          />
        )
      }
    />
  );
}
