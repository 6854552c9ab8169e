import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Sheet } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { sheets as words } from "@/text/exports/sheets";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { DateText } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { RowList } from "@/ui/table/RowList";
import type { SheetSearch } from "./search";

const SheetModal = overlay(() => import("./SheetModal").then(({ SheetModal }) => SheetModal));

interface SheetListProps {
  search: SheetSearch;
  onSearch: (search: SheetSearch) => void;
}

/** The addresses for spreadsheets; a row opens its drawer. */
export function SheetList({ search, onSearch }: SheetListProps) {
  const user = useUser();
  const { time_zone: zone } = user;
  const [changed, setChanged] = useState<Sheet | null>(null);
  const answer = useQuery(query("/reports/sheet_list"));
  const { sheet } = search;
  const opened = useOpenedRow({
    answer,
    isOpened: sheet === undefined ? undefined : ({ id }) => id === sheet,
    alone: query("/reports/sheet_list"),
  });
  return (
    <>
      <DataTable
        name="sheets"
        label={words.table}
        answer={answer}
        columns={sheetColumns(zone, hasPermission(user, "team.edit"))}
        id={({ id }) => id}
        opened={sheet ?? null}
        onOpen={({ id }) => onSearch({ sheet: id })}
        expected={3}
        empty={
          <EmptyState
            title={words.empty}
            help={words.emptyHelp}
            action={<Button onClick={() => onSearch({ add: true })}>{words.make}</Button>}
          />
        }
      />
      <LazyDrawer
        shown={sheet}
        title={opened.row?.name ?? words.drawer}
        onClose={() => onSearch({})}
      >
        <OpenedContent opened={opened}>
          {(row) => (
            <SheetDetails
              sheet={row}
              zone={zone}
              onChange={() => setChanged(row)}
              onEnded={() => onSearch({})}
            />
          )}
        </OpenedContent>
      </LazyDrawer>
      {(search.add || changed) && (
        <SheetModal
          key={changed?.id ?? "new"}
          changed={changed}
          onClosed={() => {
            setChanged(null);
            if (search.add) onSearch({});
          }}
        />
      )}
    </>
  );
}

function sheetColumns(zone: string, ofAll: boolean): Array<Column<Sheet>> {
  return [
    { key: "name", title: words.name, cell: ({ name }) => name },
    {
      key: "view",
      title: words.view,
      phone: "more",
      cell: ({ view, report }) => `${view} (${words.reports[report]})`,
    },
    {
      key: "last_used_at",
      title: words.lastRead,
      phone: "figure",
      cell: ({ last_used_at: at }) => (at ? <DateText value={at} zone={zone} /> : words.never),
    },
    ...(ofAll
      ? [{ key: "maker", title: words.maker, named: true, cell: ({ maker }: Sheet) => maker }]
      : []),
    {
      key: "ends_at",
      title: words.ends,
      named: true,
      cell: ({ ends_at }) => <DateText value={ends_at} zone={zone} />,
    },
  ];
}

interface SheetDetailsProps {
  sheet: Sheet;
  zone: string;
  onChange: () => void;
  onEnded: () => void;
}

/** What an address serves and how, who read it last, and its actions. */
function SheetDetails({ sheet, zone, onChange, onEnded }: SheetDetailsProps) {
  const { id, name, maker, view, report, decimal, sep, dates, fetches } = sheet;
  const own = useQuery(query("/reports/view_list", { filter: {} }));
  const isOwn = own.data?.list.some((each) => each.id === sheet.view_id) ?? false;
  const end = useCall("/reports/sheet_del", {
    refresh: ["/reports/sheet_list"],
    onSuccess: () => {
      toast.success(words.ended(name));
      onEnded();
    },
  });
  return (
    <Stack gap="lg" pb="lg">
      <Stack gap="xs">
        <DetailRow name={words.view}>{`${view} (${words.reports[report]})`}</DetailRow>
        <DetailRow name={words.look}>
          {[words.decimals[decimal], words.seps[sep], words.dateForms[dates]].join(", ")}
        </DetailRow>
        <DetailRow name={words.maker}>{maker}</DetailRow>
        <TimeRow name={words.made} value={sheet.created_at} zone={zone} />
        <TimeRow name={words.ends} value={sheet.ends_at} zone={zone} />
      </Stack>
      <Stack component="section" gap="xs" aria-label={words.fetches}>
        <Title order={3}>{words.fetches}</Title>
        {fetches.length === 0 && <Text size="sm">{words.noFetches}</Text>}
        <RowList>
          {fetches.map(({ at, program, rows }) => (
            <Stack component="li" key={at} gap={2}>
              <Text size="sm">
                {formatDateTime(at, zone)} · {rows === null ? words.refused : words.rows(rows)}
              </Text>
              <Hint className="portal-code">{program || words.unknownProgram}</Hint>
            </Stack>
          ))}
        </RowList>
      </Stack>
      <Group justify="flex-end" gap="sm">
        {isOwn && (
          <Button variant="default" onClick={onChange}>
            {words.edit}
          </Button>
        )}
        <ConfirmButton
          loading={end.isPending}
          title={words.endTitle(name)}
          question={words.endHelp}
          confirm={words.end}
          onConfirm={() => end.mutate({ attributes: { id } })}
        >
          {words.end}
        </ConfirmButton>
      </Group>
    </Stack>
  );
}
