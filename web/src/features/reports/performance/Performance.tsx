import { Box, Group, Skeleton, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import type { Performance as Answer, GroupBy, PerformanceRow } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { SiteSwitch } from "@/features/reports/SiteSwitch";
import {
  BLOCK_SIZE,
  type ClickSearch,
  chartFigures,
  groupsOf,
  type PerformanceSearch,
  performanceInput,
  sortOf,
  type TransactionSearch,
} from "@/features/reports/searchParams";
import { Totals } from "@/features/reports/Totals";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { report } from "@/text/reports/report";
import { formatDateTime, formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { todayIn } from "@/ui/base/period";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonCards } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { PageHeader } from "@/ui/layout/PageHeader";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";
import { type ComparedPerformance, comparedRows, leftOut } from "./comparison";
import { PerformanceChart } from "./PerformanceChart";
import { PerformanceFilters } from "./PerformanceFilters";
import { HIDDEN_BY_DEFAULT, performanceColumns, rowText } from "./performanceColumns";
import { clicksOf, keyOf, nameOf, ordersOf } from "./rowGroups";

interface PerformanceProps {
  search: PerformanceSearch;
  onSearch: (search: PerformanceSearch) => void;
  /** Leads to the orders behind a row. */
  onOrders: (search: TransactionSearch) => void;
  /** Leads to the clicks that a row counts. */
  onClicks: (search: ClickSearch) => void;
  /** An action on the whole report. */
  action?: ReactNode;
}

/** Clicks, orders and commission by any grouping, as a chart and a table. */
export function Performance({ search, onSearch, onOrders, onClicks, action }: PerformanceProps) {
  const { time_zone: zone, currency } = useUser();
  const seesMoney = useMoney();
  const answer = useSteadyQuery("/reports/performance", performanceInput(search, zone, seesMoney));
  const found = useDeferredValue(answer.data);
  const data = useMemo(() => found && comparedRows(found, search), [found, search]);
  const change = (changed: PerformanceSearch) =>
    onSearch({ ...search, ...changed, curPage: undefined });
  const noClicks = data && data.totals.clicks === null;
  const { filter } = performanceInput(search, zone, seesMoney);
  const [first = "orders"] = chartFigures(seesMoney);
  const chosen = noClicks && search.figure === "clicks" ? first : (search.figure ?? first);
  const figure = chartFigures(seesMoney).includes(chosen) ? chosen : first;
  return (
    <>
      <PageHeader
        title={shell.performance}
        help={report.help}
        note={
          <>
            {report.pageNote(
              data?.time_zone ?? zone,
              seesMoney ? (data?.totals.currency ?? currency) : undefined,
            )}
            <ComparedNote answer={data} search={search} filter={filter} />
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
      {noClicks && <Remark>{report.noClicks}</Remark>}
      {!noClicks &&
        data?.recounted.map(({ at, clicks }) => (
          <Remark key={at}>{report.recounted(clicks, formatDateTime(at, data.time_zone))}</Remark>
        ))}
      {found ? <Totals answer={found} /> : !answer.error && <SkeletonCards />}
      {data
        ? data.list.length > 0 && (
            <PerformanceChart
              answer={data}
              today={todayIn(zone)}
              groups={groupsOf(search)}
              figure={figure}
              onFigure={(picked) =>
                onSearch({
                  ...search,
                  figure: picked === first ? undefined : picked,
                  // The columns of a comparison are those of the charted figure.
                  sort: search.sort?.replace(/\w+(?=_(before|change)$)/, picked),
                })
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

interface ComparedNoteProps {
  answer: ComparedPerformance | undefined;
  search: PerformanceSearch;
  /** The days of the report: as long a text keeps the place of the answer's. */
  filter: { start_date: string; end_date: string };
}

/** The days that it is compared with: the cards always are. */
function ComparedNote({ answer, search, filter }: ComparedNoteProps) {
  const { time_zone: zone } = useUser();
  if (!answer) {
    const start = formatDay(filter.start_date);
    const text =
      filter.end_date < todayIn(zone)
        ? report.comparedWith(start, formatDay(filter.end_date))
        : report.comparedUntil(start, formatDateTime(new Date().toISOString(), zone));
    return (
      <Text span inherit opacity={0} aria-hidden>
        {` ${text}`}
      </Text>
    );
  }
  const { compared_start_date: start, compared_end_date: end, compared_until: until } = answer;
  const step = search.compare && leftOut(answer, search);
  if (!start || !end) return null;
  return (
    <>
      {until
        ? ` ${report.comparedUntil(formatDay(start), formatDateTime(until, answer.time_zone))}`
        : ` ${report.comparedWith(formatDay(start), formatDay(end))}`}
      {step && ` ${report.leftOut(report.steps[step])}`}
    </>
  );
}

/** A remark that explains the figures of the whole report. */
function Remark({ children }: { children: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" c="dimmed">
      <Box component="span" flex="none">
        <IconInfoCircle size={16} stroke={1.5} aria-hidden="true" />
      </Box>
      <Text size="sm">{children}</Text>
    </Group>
  );
}

interface ListingProps extends PerformanceProps {
  answer: UseQueryResult<Answer>;
  data: ComparedPerformance | undefined;
}

function Listing({ answer, data, search, onSearch, onOrders, onClicks }: ListingProps) {
  const { time_zone: zone } = useUser();
  const seesMoney = useMoney();
  const groups = groupsOf(search);
  const page = parsePaging({ curPage: search.curPage, perPage: search.perPage });
  const from = ((page.curPage - 1) * page.perPage) % BLOCK_SIZE;
  const rows = useMemo(
    () => data && { list: data.list.slice(from, from + page.perPage), total: data.total },
    [data, from, page.perPage],
  );
  const openable = data?.list.some((row) => ordersOf(row, search, zone));
  const step = search.date_basis === "validation" && groups.find(isTime);
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
  const listing = (
    <DataTable
      name="performance"
      label={report.table}
      answer={{ ...answer, data: rows }}
      columns={
        data
          ? [
              ...performanceColumns({
                groups,
                figure: search.figure ?? "orders",
                answer: data,
                today: todayIn(zone),
              }),
              rowMenu,
            ]
          : []
      }
      hiddenByDefault={HIDDEN_BY_DEFAULT}
      id={(row) => keyOf(row, groups)}
      sort={sortOf(search, seesMoney)}
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
          button={{ label: report.last30, onClick: () => onSearch({}) }}
        />
      }
      page={page}
      onPage={({ curPage, perPage }) => onSearch({ ...search, curPage, perPage })}
    />
  );
  return (
    <>
      {listing}
      {step && data && data.list.length > 0 && (
        <Hint size="sm">{report.repeats(report.steps[step])}</Hint>
      )}
    </>
  );
}

function isTime(group: GroupBy): group is keyof typeof report.steps {
  return group in report.steps;
}

interface RowMenuProps {
  name: string;
  /** The orders and clicks behind the row, where they can be told. */
  orders: TransactionSearch | null;
  clicks: ClickSearch | null;
  text: string;
  onOrders: (search: TransactionSearch) => void;
  onClicks: (search: ClickSearch) => void;
}

/**
 * The menu of a row: the orders and clicks behind it, and copying its figures for a spreadsheet.
 */
function RowMenu({ name, orders, clicks, text, onOrders, onClicks }: RowMenuProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success(report.copied);
  };
  return (
    <ActionMenu
      label={report.actionsOf(name)}
      groups={[
        [
          ...(orders ? [{ label: report.openOrders, onClick: () => onOrders(orders) }] : []),
          ...(clicks ? [{ label: report.openClicks, onClick: () => onClicks(clicks) }] : []),
        ],
        [{ label: report.copyRow, onClick: () => void copy() }],
      ]}
    />
  );
}
