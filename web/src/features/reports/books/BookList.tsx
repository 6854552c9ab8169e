import { Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DOWNLOAD_STATUS_READY } from "@/api/gen/enums.gen";
import type { Comparison } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { books } from "@/text/reports/books";
import { formatNumber } from "@/ui/base/format";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { countColumn, dateColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";
import { type BookSearch, comparisonsInput } from "./searchParams";

const LOOKS: State[] = ["pending", "pending", "approved", "rejected"];
const POLL = 2_000;

interface BookListProps {
  search: BookSearch;
  zone: string;
  onSearch: (search: BookSearch) => void;
}

/** The comparisons that were made, newest first; a row opens its result. */
export function BookList({ search, zone, onSearch }: BookListProps) {
  const mayCompare = hasPermission(useUser(), "report.edit");
  const answer = useQuery({
    ...query("/reports/books_list", comparisonsInput(search)),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ status }) => status < DOWNLOAD_STATUS_READY) ? POLL : false,
  });
  return (
    <Stack>
      <DataTable
        name="books"
        label={books.table}
        answer={answer}
        columns={comparisonColumns(zone)}
        id={({ id }) => id}
        link={({ id }) => ({ to: "/reports/books", search: { comparison: id } })}
        empty={
          <EmptyState
            title={books.none}
            help={mayCompare ? books.noneHelp : books.noneOthers}
            button={
              mayCompare
                ? { label: books.start, onClick: () => onSearch({ ...search, add: true }) }
                : undefined
            }
          />
        }
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch({ ...search, ...page })}
      />
    </Stack>
  );
}

const ComparisonState = ({ status }: Pick<Comparison, "status">) => (
  <StatusBadge state={LOOKS[status] ?? "pending"}>{books.states[status]}</StatusBadge>
);

function comparisonColumns(zone: string): Array<Column<Comparison>> {
  const classColumn = (key: "differs" | "only_mine" | "only_yours" | "matched") => ({
    ...countColumn(key, books.classes[key]),
    cell: ({ counts }: Comparison) => formatNumber(counts[key] ?? 0),
  });
  return [
    {
      key: "name",
      title: books.name,
      phone: "lead",
      cell: ({ name }) => <span className="portal-whole">{name}</span>,
    },
    {
      key: "status",
      title: books.state,
      phone: "status",
      cell: ({ status }) => <ComparisonState status={status} />,
    },
    {
      key: "amounts",
      title: books.amounts,
      phone: "more",
      cell: ({ amounts }) => books.amountKinds[amounts],
    },
    countColumn("lines", books.lines, { phone: "figure" }),
    classColumn("differs"),
    classColumn("only_mine"),
    classColumn("only_yours"),
    classColumn("matched"),
    dateColumn("created_at", books.began, zone),
  ];
}
