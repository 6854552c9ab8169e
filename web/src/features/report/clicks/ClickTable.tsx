import { Button, Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { Click } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import type { ClickSearch } from "@/features/report/search";
import { click } from "@/text/reports/click";
import { formatNumber } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { parsePeriod } from "@/ui/base/period";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { useChannelNames } from "@/ui/picker/useChannels";
import { DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { CursorControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

import { clickColumns } from "./clickColumns";
import { clicksInput } from "./search";

interface ClickTableProps {
  search: ClickSearch;
  zone: string;
  onSearch: (search: ClickSearch) => void;
  onLonger: () => void;
}

const CASE_DAYS = 90;
const DAY = 86_400_000;

/** Clicks, newest first; a row opens all that is known of it. */
export function ClickTable({ search, zone, onSearch, onLonger }: ClickTableProps) {
  const ask = clicksInput(search, zone);
  const answer = useQuery({ ...query("/reports/clicks", ask), placeholderData: keepPreviousData });
  const siteName = useChannelNames();
  const row = useOpenedRow({
    answer,
    isOpened: search.click ? ({ click_ref }) => click_ref === search.click : undefined,
    alone: query("/reports/clicks", {
      filter: { ...parsePeriod({ ...search }, zone), click_ref: search.click },
    }),
  });
  const { data } = answer;
  const { start_date, end_date, perPage, cursor: _, click: opened, ...narrowed } = search;
  const filtered = Object.values(narrowed).some((value) => value !== undefined);
  return (
    <DataTable
      name="clicks"
      label={click.table}
      answer={answer}
      columns={clickColumns({ zone, siteName })}
      hiddenByDefault={["country", "device", "uid2", "uid3", "uid4", "uid5", "click_ref"]}
      id={({ click_ref }) => click_ref}
      opened={opened ?? null}
      onOpen={({ click_ref }) => onSearch({ ...search, click: click_ref })}
      look={{
        title: () => click.drawer,
        opened: row,
        actions: (row) => <ClickActions row={row} />,
        onClose: () => onSearch({ ...search, click: undefined }),
      }}
      empty={
        <EmptyState
          title={filtered ? click.emptyFiltered : click.empty}
          help={filtered ? click.emptyFilteredHelp : click.emptyHelp}
          action={
            <Button
              variant="default"
              size="xs"
              onClick={filtered ? () => onSearch({ start_date, end_date, perPage }) : onLonger}
            >
              {filtered ? click.clear : click.last90}
            </Button>
          }
        />
      }
      expected={parsePaging({ perPage }).perPage}
      pages={
        data && (
          <CursorControls
            perPage={ask.page.perPage}
            cursor={search.cursor}
            next={data.next}
            total={data.total_is_capped ? click.tooMany(formatNumber(data.total - 1)) : data.total}
            onChange={(page) => onSearch({ ...search, ...page, cursor: page.cursor })}
          />
        )
      }
    />
  );
}

/** A click that led to no order may be one whose order is missing. */
function ClickActions({ row }: { row: Click }) {
  const { oid, verdict, click_ref, click_time, mcid } = row;
  const late = Date.parse(click_time) < Date.now() - CASE_DAYS * DAY;
  if (oid !== null || verdict !== "valid" || late) return null;
  return (
    <Group>
      <ButtonLink
        size="xs"
        variant="default"
        to="/reports/cases"
        search={{ add: "missing", click_ref, mcid }}
      >
        {click.missing}
      </ButtonLink>
    </Group>
  );
}
