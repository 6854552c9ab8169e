import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DOWNLOAD_STATUS_FAILED, DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { BookRow, Comparison } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { books } from "@/text/reports/books";
import { formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { DateText, Money } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";
import { BookSums } from "./BookSums";
import { caseOf } from "./caseOf";
import { type BookSearch, CLASSES, REASONS, rowsInput } from "./searchParams";

const POLL = 1_000;
const LOOKS: Record<BookRow["class"], State> = {
  differs: "pending",
  only_mine: "rejected",
  only_yours: "offline",
  matched: "approved",
  unread: "offline",
};

interface ComparisonViewProps {
  id: number;
  search: BookSearch;
  zone: string;
  onSearch: (search: BookSearch) => void;
  /** The button that exports the rows that are listed. */
  exportOf: (filter: object) => ReactNode;
}

/**
 * A comparison: the sums of both sides, and each order with its reason and a link to open a case.
 */
export function ComparisonView({ id, ...rest }: ComparisonViewProps) {
  const answer = useQuery({
    ...query("/reports/books_info", { attributes: { id } }),
    refetchInterval: ({ state }) =>
      state.data && state.data.status < DOWNLOAD_STATUS_READY ? POLL : false,
  });
  return (
    <Answer
      of={answer}
      waiting={<SkeletonRows rows={8} height={40} />}
      missing={
        <EmptyState
          title={books.unknown}
          help={books.unknownHelp}
          button={{ label: books.back, onClick: () => rest.onSearch({}) }}
        />
      }
    >
      {(shown) => <Result shown={shown} {...rest} />}
    </Answer>
  );
}

interface ResultProps extends Omit<ComparisonViewProps, "id"> {
  shown: Comparison;
}

function Result({ shown, search, zone, onSearch, exportOf }: ResultProps) {
  const { id, name, status, start_date, end_date, error } = shown;
  const user = useUser();
  const remove = useCall("/reports/books_del", {
    refresh: ["/reports/books_list"],
    onSuccess: () => {
      toast.success(books.removed);
      onSearch({});
    },
  });
  const days =
    start_date && end_date
      ? books.daysOf(formatDay(start_date), formatDay(end_date))
      : books.noDays;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Hint size="sm">
          {[name, books.amountKinds[shown.amounts], days, ...shown.mcids].join(" · ")}
        </Hint>
        <Group gap="sm">
          <AnchorLink to="/reports/books" search={{}} size="sm">
            {books.back}
          </AnchorLink>
          {status >= DOWNLOAD_STATUS_READY && hasPermission(user, "report.edit") && (
            <ConfirmButton
              question={books.removeAsk}
              confirm={books.remove}
              onConfirm={() => remove.mutate({ attributes: { id } })}
            >
              {books.remove}
            </ConfirmButton>
          )}
          {status === DOWNLOAD_STATUS_READY && exportOf(rowsInput(search).filter)}
        </Group>
      </Group>
      {status < DOWNLOAD_STATUS_READY && <Callout state="pending" title={books.waiting} />}
      {status === DOWNLOAD_STATUS_FAILED && (
        <Callout state="rejected" title={books.failed}>
          {error}
        </Callout>
      )}
      {status === DOWNLOAD_STATUS_READY && (
        <>
          <BookSums
            shown={shown}
            onClass={(name) =>
              onSearch({ ...search, curPage: undefined, reason: undefined, class: name })
            }
          />
          <BookRows amounts={shown.amounts} search={search} zone={zone} onSearch={onSearch} />
        </>
      )}
    </Stack>
  );
}

interface BookRowsProps extends Omit<ResultProps, "shown" | "exportOf"> {
  amounts: Comparison["amounts"];
}

function BookRows({ amounts, search, zone, onSearch }: BookRowsProps) {
  const mayClaim = hasPermission(useUser(), "case.edit");
  const answer = useSteadyQuery("/reports/books_rows", rowsInput(search));
  const go = (change: BookSearch) => onSearch({ ...search, curPage: undefined, ...change });
  const chip = chipsOf(search, go);
  return (
    <Stack>
      <FilterBar
        chips={[
          chip.choice("class", books.class, books.classes, CLASSES),
          chip.choice("reason", books.why, books.reasons, REASONS),
        ]}
      />
      <DataTable
        name="book_rows"
        label={books.rows}
        hiddenByDefault={["own_day", "status", "line"]}
        answer={answer}
        columns={rowColumns(zone, amounts, mayClaim)}
        id={({ row }) => row}
        empty={
          <EmptyState
            title={books.noRows}
            help={books.noRowsHelp}
            button={{
              label: books.clear,
              onClick: () => go({ class: undefined, reason: undefined }),
            }}
          />
        }
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

function rowColumns(
  zone: string,
  amounts: Comparison["amounts"],
  mayClaim: boolean,
): Array<Column<BookRow>> {
  return [
    {
      key: "order_id",
      title: books.order,
      phone: "lead",
      cell: ({ order_id, click_ref, oid }) =>
        oid ? (
          <AnchorLink to="/reports/transactions" search={{ order_id, oid }} inherit>
            {order_id}
          </AnchorLink>
        ) : (
          order_id || click_ref || "–"
        ),
    },
    {
      key: "class",
      title: books.class,
      phone: "status",
      cell: (row) => <StatusBadge state={LOOKS[row.class]}>{books.classes[row.class]}</StatusBadge>,
    },
    {
      key: "reasons",
      title: books.why,
      phone: "more",
      cell: ({ reasons, note }) => (
        <Text span inherit className="portal-whole">
          {[...reasons.map((reason) => books.reasons[reason]), note].filter(Boolean).join("; ") ||
            "–"}
        </Text>
      ),
    },
    {
      key: "own_amount",
      title: books.mine,
      numeric: true,
      phone: "figure",
      cell: ({ own_amount, own_currency }) => (
        <Money amount={own_amount} currency={own_currency ?? ""} />
      ),
    },
    {
      key: "amount",
      title: books.yours,
      numeric: true,
      phone: "more",
      named: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency ?? ""} />,
    },
    {
      key: "case",
      title: books.case,
      phone: "buttons",
      cell: (row) => {
        const search = mayClaim && caseOf(row, amounts);
        return search ? (
          <ButtonLink size="compact-xs" variant="default" to="/reports/cases" search={search}>
            {row.status === "Rejected" ? books.dispute : books.openCase}
          </ButtonLink>
        ) : null;
      },
    },
    {
      key: "own_day",
      title: books.day,
      cell: ({ own_day }) => <DateText value={own_day} />,
    },
    {
      key: "order_time",
      title: books.recordedDay,
      cell: ({ order_time }) => <DateText value={order_time} zone={zone} />,
    },
    { key: "brand_name", title: books.brand, cell: ({ brand_name }) => brand_name ?? "–" },
    { key: "status", title: books.status, cell: ({ status }) => status ?? "–" },
    { key: "line", title: books.line, numeric: true, cell: ({ line }) => line ?? "–" },
  ];
}
