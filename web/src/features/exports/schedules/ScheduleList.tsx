import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ExportSchedule } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { schedules as words } from "@/text/exports/schedules";
import { DateText } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { ScheduleDetails } from "./ScheduleDrawer";
import { ScheduleState, targetOf } from "./ScheduleState";
import { schedulesQuery } from "./schedulesQuery";
import type { ScheduleSearch } from "./search";

const ScheduleModal = overlay(() =>
  import("./ScheduleModal").then(({ ScheduleModal }) => ScheduleModal),
);

interface ScheduleListProps {
  search: ScheduleSearch;
  onSearch: (search: ScheduleSearch) => void;
}

/** The schedules of the publisher; a row opens its drawer. */
export function ScheduleList({ search, onSearch }: ScheduleListProps) {
  const { time_zone: zone } = useUser();
  const [changed, setChanged] = useState<ExportSchedule | null>(null);
  const answer = useQuery(schedulesQuery());
  const { schedule } = search;
  const opened = useOpenedRow({
    answer,
    isOpened: schedule === undefined ? undefined : ({ id }) => id === schedule,
    alone: query("/reports/schedule_list"),
  });
  return (
    <>
      <DataTable
        name="schedules"
        label={words.table}
        answer={answer}
        columns={scheduleColumns(zone)}
        id={({ id }) => id}
        opened={schedule ?? null}
        onOpen={({ id }) => onSearch({ schedule: id })}
        expected={3}
        empty={
          <EmptyState
            title={words.empty}
            help={words.emptyHelp}
            action={<Button onClick={() => onSearch({ add: true })}>{words.add}</Button>}
          />
        }
      />
      <LazyDrawer
        shown={schedule}
        title={opened.row?.name ?? words.drawer}
        onClose={() => onSearch({})}
      >
        <OpenedContent opened={opened}>
          {(row) => (
            <ScheduleDetails
              key={row.id}
              schedule={row}
              zone={zone}
              onChange={() => setChanged(row)}
              onDeleted={() => onSearch({})}
            />
          )}
        </OpenedContent>
      </LazyDrawer>
      {(search.add || changed) && (
        <ScheduleModal
          key={changed?.id ?? "new"}
          saved={changed}
          onSaved={(id) => onSearch({ schedule: id })}
          onClosed={() => {
            setChanged(null);
            if (search.add) onSearch({});
          }}
        />
      )}
    </>
  );
}

function scheduleColumns(zone: string): Array<Column<ExportSchedule>> {
  return [
    { key: "name", title: words.name, cell: ({ name }) => name },
    {
      key: "target",
      title: words.target,
      phone: "more",
      cell: (row) => <span className="portal-code">{targetOf(row)}</span>,
    },
    {
      key: "report",
      title: words.what,
      phone: "more",
      cell: ({ report, view }) => (view === null ? words.shortNames[report] : words.view(view)),
    },
    {
      key: "every",
      title: words.every,
      phone: "more",
      cell: ({ every }) => words.everyNames[every],
    },
    {
      key: "state",
      title: words.state,
      phone: "status",
      cell: (row) => <ScheduleState schedule={row} />,
    },
    {
      key: "last_run",
      title: words.last,
      named: true,
      cell: ({ last_run: last }) =>
        last ? <DateText value={last.started_at} zone={zone} /> : words.none,
    },
    {
      key: "next_at",
      title: words.next,
      named: true,
      cell: ({ next_at }) => <DateText value={next_at} zone={zone} />,
    },
  ];
}
