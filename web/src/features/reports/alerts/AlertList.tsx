import { Box, Group, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import type { Alert } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { alert as common } from "@/text/reports/alert";
import { alerts as words } from "@/text/reports/alerts";
import { subjectOf, titleOf } from "@/ui/alert/alertWords";
import { type AlertRow, arrangeAlerts, OVERDUE } from "@/ui/alert/arrangeAlerts";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf, choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { useChannelChip } from "@/ui/filter/useChannelChip";
import { DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { parsePaging } from "@/ui/table/paging";
import { AlertActions } from "./AlertActions";
import { AlertDrawer } from "./AlertDrawer";
import { alertColumns } from "./alertColumns";
import { ALERT_KINDS, ALERT_STATES, type AlertSearch, alertsInput, isWhole } from "./searchParams";

interface AlertListProps {
  search: AlertSearch;
  onSearch: (change: Partial<AlertSearch>) => void;
}

/**
 * The publisher's alerts: what one can mend first, by the money at risk. A row opens its drawer, and
 * the row of overdue payments the list of them.
 */
export function AlertList({ search, onSearch }: AlertListProps) {
  const user = useUser();
  const zone = user.time_zone;
  const [chosen, setChosen] = useState<AlertRow[]>([]);
  const answer = useSteadyQuery("/reports/alerts", alertsInput(search));
  const opened = useOpenedRow({
    answer,
    isOpened: search.alert === undefined ? undefined : (row) => row.alert_id === search.alert,
    alone: query("/reports/alerts", { filter: { alert_id: search.alert } }),
  });
  const rows = answer.data?.list ?? [];
  const whole = isWhole(search);
  // A table renders anew only what has changed.
  const shown = useMemo(
    () =>
      answer.data && {
        ...answer.data,
        list: whole ? arrangeAlerts(answer.data.list) : (answer.data.list as AlertRow[]),
      },
    [answer.data, whole],
  );
  const narrow = (change: Partial<AlertSearch>) => {
    setChosen([]);
    onSearch({ ...change, curPage: undefined });
  };
  const state = search.state ?? "open";
  const canEdit = hasPermission(user, "report.edit") && state !== "closed";
  return (
    <Stack component="section" gap="sm" aria-label={words.list}>
      <Group gap="xs" justify="space-between">
        <AlertFilters search={search} rows={rows} onSearch={narrow} />
        <Hint>{words.times(zone)}</Hint>
      </Group>
      {/* An empty list keeps the line's place, so that nothing moves once it is loaded. */}
      {canEdit && (
        <Box style={{ visibility: answer.isPending || rows.length > 0 ? undefined : "hidden" }}>
          <ChosenActions
            chosen={rows.filter(({ alert_id }) =>
              chosen.some((each) => each.alert_id === alert_id),
            )}
            onDone={() => setChosen([])}
          />
        </Box>
      )}
      <DataTable
        name="alerts"
        label={words.table}
        answer={{ ...answer, data: shown }}
        columns={alertColumns(zone, state)}
        id={({ alert_id }) => alert_id}
        opened={search.alert ?? null}
        onOpen={({ alert_id, brands }) =>
          brands ? narrow({ kind: OVERDUE }) : onSearch({ alert: alert_id })
        }
        selection={
          canEdit
            ? {
                chosen,
                onChosen: setChosen,
                selectable: ({ brands }: AlertRow) => !brands,
                label: (row: AlertRow) => words.choose(titleOf(row), subjectOf(row)),
              }
            : undefined
        }
        empty={<NoAlerts search={search} onSearch={narrow} />}
        page={whole ? undefined : parsePaging({ ...search })}
        onPage={(page) => onSearch(page)}
      />
      {whole && answer.data && answer.data.total > rows.length && (
        <Hint>{words.firstOf(rows.length, answer.data.total)}</Hint>
      )}
      <AlertDrawer
        shown={search.alert}
        opened={opened}
        onClose={() => onSearch({ alert: undefined })}
      />
    </Stack>
  );
}

interface AlertFiltersProps {
  search: AlertSearch;
  rows: Alert[];
  onSearch: (change: Partial<AlertSearch>) => void;
}

/** The filters of the list: state, kind, brand and channel. */
function AlertFilters({ search, rows, onSearch }: AlertFiltersProps) {
  const channel = useChannelChip(search.channel, (picked) => onSearch({ channel: picked }));
  const brands = Object.fromEntries(
    rows.flatMap(({ mcid, brand_name }) => (mcid ? [[mcid, brand_name ?? mcid]] : [])),
  );
  if (search.brand) brands[search.brand] ??= search.brand;
  const setKind = (kind: string | undefined) =>
    onSearch({ kind: ALERT_KINDS.find((each) => String(each) === kind) });
  return (
    <FilterBar
      chips={[
        choiceChip({
          key: "state",
          name: words.state,
          words: words.states,
          of: ALERT_STATES,
          value: search.state,
          usual: "open",
          always: true,
          onChange: (state) => onSearch({ state }),
        }),
        choiceChip({
          key: "kind",
          name: words.what,
          words: common.kinds as Record<string, string>,
          of: ALERT_KINDS.map(String),
          value: search.kind?.toString(),
          onChange: setKind,
        }),
        chipsOf(search, onSearch).choice("brand", words.brand, brands, Object.keys(brands)),
        ...channel,
      ]}
    />
  );
}

interface NoAlertsProps {
  search: AlertSearch;
  onSearch: (change: Partial<AlertSearch>) => void;
}

/** Why the list is empty, and what the watch checks. */
function NoAlerts({ search, onSearch }: NoAlertsProps) {
  const { state = "open", kind, brand, channel } = search;
  if (kind || brand || channel) {
    return (
      <EmptyState
        title={words.noMatchTitle}
        help={words.noMatchHelp}
        button={{
          label: words.clear,
          onClick: () => onSearch({ kind: undefined, brand: undefined, channel: undefined }),
        }}
      />
    );
  }
  if (state !== "open") return <EmptyState title={words.emptyStates[state]} />;
  return (
    <EmptyState
      title={words.emptyTitle}
      help={words.emptyHelp}
      action={
        <AnchorLink to="/help" search={{ article: "alerts" }} size="sm">
          {words.more}
        </AnchorLink>
      }
    />
  );
}

/** The actions for several selected alerts. */
function ChosenActions({ chosen, onDone }: { chosen: Alert[]; onDone: () => void }) {
  if (chosen.length === 0) return <Hint>{words.noneChosen}</Hint>;
  return (
    <Group gap="sm" align="flex-end">
      <Text size="sm">{words.chosen(chosen.length)}</Text>
      <AlertActions chosen={chosen} onDone={onDone} />
    </Group>
  );
}
