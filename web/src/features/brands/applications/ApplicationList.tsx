import { Group, Text } from "@mantine/core";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { ApplicationRow } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { BrandAction } from "@/features/brands/BrandAction";
import { BrandLogo } from "@/features/brands/BrandLogo";
import { application as words } from "@/text/brands/application";
import { Hint } from "@/ui/base/Hint";
import { ButtonLink } from "@/ui/base/links";
import { NOTHING } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf, choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { useChannelChip } from "@/ui/filter/useChannelChip";
import { dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";
import { useRowDrawer } from "@/ui/table/useRowDrawer";
import { type ApplicationSearch, applicationsInput, keyIn, keyOf, STATES } from "./searchParams";
import { UsualAnswerText } from "./UsualAnswerText";

const LOOKS: Record<number, State> = {
  [RELATION_PENDING]: "pending",
  [RELATION_JOINED]: "approved",
  [RELATION_REJECTED]: "rejected",
  [RELATION_ENDED]: "offline",
};

export interface ApplicationListProps {
  search: ApplicationSearch;
  onSearch: (change: Partial<ApplicationSearch>) => void;
}

/** Applications of all channels, newest first; a row opens its drawer. */
export function ApplicationList({ search, onSearch }: ApplicationListProps) {
  const { time_zone: zone } = useUser();
  const answer = useSteadyQuery("/brands/applications", applicationsInput(search));
  const key = keyIn(search.look);
  const rows = useRowDrawer({
    answer,
    id: keyOf,
    shown: key && search.look,
    onShow: (look) => onSearch({ look }),
    alone: query("/brands/applications", { filter: key ?? {} }),
    title: ({ brand_name, site_name }) => words.titleOf(brand_name, site_name),
    actions: (row) => <Action row={row} />,
    columns: detailColumns(zone),
  });
  const narrow = (change: Partial<ApplicationSearch>) =>
    onSearch({ ...change, curPage: undefined });
  return (
    <>
      <Group gap="xs" justify="space-between">
        <Filters search={search} rows={answer.data?.list ?? []} onSearch={narrow} />
        <Hint>{words.times(zone)}</Hint>
      </Group>
      <DataTable
        {...rows}
        name="applications"
        label={words.list}
        columns={listColumns()}
        empty={<NoApplications search={search} onSearch={narrow} />}
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch(page)}
      />
    </>
  );
}

function listColumns(): Array<Column<ApplicationRow>> {
  return [
    {
      key: "brand_name",
      title: words.brand,
      cell: ({ brand_name, logo }) => (
        <Group gap="xs" wrap="nowrap">
          <BrandLogo name={brand_name} logo={logo} size={24} />
          <Text span inherit fw={500} truncate maw={200} title={brand_name}>
            {brand_name}
          </Text>
        </Group>
      ),
    },
    stateColumn,
    {
      key: "age_days",
      title: words.age,
      phone: "figure",
      cell: (row) => words.ageOf(row.age_days),
    },
    {
      key: "usual_answer",
      title: words.usual,
      phone: "more",
      named: true,
      cell: (row) => (row.usual_answer ? <UsualAnswerText row={row} /> : NOTHING),
    },
    textColumn("site_name", words.channel, { phone: "more" }),
    {
      key: "next",
      title: words.next,
      always: true,
      phone: "buttons",
      cell: (row) => <Action row={row} />,
    },
  ];
}

const stateColumn: Column<ApplicationRow> = {
  key: "relationship",
  title: words.state,
  phone: "status",
  cell: ({ relationship }) =>
    relationship === RELATION_NONE ? null : (
      <StatusBadge state={LOOKS[relationship] ?? "offline"}>
        {words.states[relationship]}
      </StatusBadge>
    ),
};

/** The columns of an application in its drawer: everything known about it. */
function detailColumns(zone: string): Array<Column<ApplicationRow>> {
  return [
    stateColumn,
    textColumn("site_name", words.channel),
    dateColumn("applied_at", words.applied, zone),
    { key: "age_days", title: words.age, cell: (row) => words.ageOf(row.age_days) },
    {
      key: "usual_answer",
      title: words.usual,
      cell: (row) => <UsualAnswerText row={row} explained />,
    },
    dateColumn("decided_at", words.decided, zone),
    { key: "reason", title: words.reason, cell: reasonOf },
    { key: "message", title: words.message, cell: ({ message }) => message || "–" },
  ];
}

function reasonOf({ reason, ended_by }: ApplicationRow): string {
  return reason || (ended_by && words.endedBy[ended_by]) || "–";
}

/** Withdraw, apply again or create a link, with the channel of the application. */
function Action({ row }: { row: ApplicationRow }) {
  const { mcid, brand_name: name, relationship, approval, brand_status: status, site_id } = row;
  return <BrandAction brand={{ mcid, name, relationship, approval, status }} siteId={site_id} />;
}

interface FiltersProps {
  search: ApplicationSearch;
  rows: ApplicationRow[];
  onSearch: (change: Partial<ApplicationSearch>) => void;
}

/** The filters of the list: state, channel and, among the brands listed, brand. */
function Filters({ search, rows, onSearch }: FiltersProps) {
  const channel = useChannelChip(search.channel, (picked) => onSearch({ channel: picked }));
  const brands = Object.fromEntries(rows.map(({ mcid, brand_name }) => [mcid, brand_name]));
  if (search.brand) brands[search.brand] ??= search.brand;
  return (
    <FilterBar
      chips={[
        stateChip(search, onSearch),
        ...channel,
        chipsOf(search, onSearch).choice("brand", words.brand, brands, Object.keys(brands)),
      ]}
    />
  );
}

export const stateChip = (
  search: ApplicationSearch,
  onSearch: (change: Partial<ApplicationSearch>) => void,
) =>
  choiceChip({
    key: "state",
    name: words.state,
    words: words.states as Record<string, string>,
    of: STATES.map(String),
    value: search.state?.toString(),
    onChange: (picked) => onSearch({ state: STATES.find((state) => String(state) === picked) }),
  });

function NoApplications({ search, onSearch }: Omit<FiltersProps, "rows">) {
  const { state, channel, brand } = search;
  if (state || channel || brand) {
    return (
      <EmptyState
        title={words.noMatchTitle}
        help={words.noMatchHelp}
        button={{
          label: words.clear,
          onClick: () => onSearch({ state: undefined, channel: undefined, brand: undefined }),
        }}
      />
    );
  }
  return (
    <EmptyState
      title={words.emptyTitle}
      help={words.emptyHelp}
      action={
        <ButtonLink to="/brands/find" search={{ status: RELATION_NONE }} size="xs">
          {words.find}
        </ButtonLink>
      }
    />
  );
}
