import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { BrokenLink } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { broken as words } from "@/text/links/broken";
import { Hint } from "@/ui/base/Hint";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf, choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { useChannelChip } from "@/ui/filter/useChannelChip";
import { DataTable } from "@/ui/table/DataTable";
import { LIVE_INTERVAL, useLiveList } from "@/ui/table/live/useLiveList";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { parsePaging } from "@/ui/table/paging";
import { BrokenDrawer } from "./BrokenDrawer";
import { brokenColumns } from "./brokenColumns";
import { BROKEN_STATES, type BrokenSearch, brokenInput, brokenNews } from "./searchParams";
import { useBrokenCalls } from "./useBrokenCalls";

interface BrokenLinksProps {
  search: BrokenSearch;
  onSearch: (change: Partial<BrokenSearch>) => void;
}

/** The broken links, by money at risk; new checks appear automatically. */
export function BrokenLinks({ search, onSearch }: BrokenLinksProps) {
  const { currency, time_zone } = useUser();
  const [chosen, setChosen] = useState<BrokenLink[]>([]);
  const answer = useLiveList("/tools/broken_links", brokenInput(search), brokenNews(search));
  const opened = useOpenedRow({
    answer,
    isOpened: search.link === undefined ? undefined : ({ id }) => id === search.link,
    alone: {
      ...query("/tools/broken_links", { filter: { id: search.link } }),
      refetchInterval: LIVE_INTERVAL,
    },
  });
  const rows = answer.data?.list ?? [];
  const narrow = (change: Partial<BrokenSearch>) => {
    setChosen([]);
    onSearch({ ...change, curPage: undefined });
  };
  return (
    <Stack component="section" gap="sm" aria-label={words.list}>
      <Group gap="xs" justify="space-between">
        <BrokenFilters search={search} rows={rows} onSearch={narrow} />
        <Hint>{words.times(time_zone)}</Hint>
      </Group>
      {/* An empty list keeps the line's place, so that nothing moves once it is loaded. */}
      <Box style={{ visibility: answer.isPending || rows.length > 0 ? undefined : "hidden" }}>
        <ChosenActions
          chosen={rows.filter(({ id }) => chosen.some((each) => each.id === id))}
          onDone={() => setChosen([])}
        />
      </Box>
      <DataTable
        name="broken_links"
        hiddenByDefault={["first_seen"]}
        label={words.table}
        answer={answer}
        columns={brokenColumns(currency, time_zone)}
        id={({ id }) => id}
        opened={search.link ?? null}
        onOpen={({ id }) => onSearch({ link: id })}
        selection={{ chosen, onChosen: setChosen, label: ({ code }) => words.choose(code) }}
        empty={<NoBrokenLinks search={search} onSearch={narrow} />}
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch(page)}
      />
      <BrokenDrawer
        shown={search.link}
        opened={opened}
        onClose={() => onSearch({ link: undefined })}
      />
    </Stack>
  );
}

interface BrokenFiltersProps {
  search: BrokenSearch;
  rows: BrokenLink[];
  onSearch: (change: Partial<BrokenSearch>) => void;
}

/** The filters of the list: state, problem, brand and channel. */
function BrokenFilters({ search, rows, onSearch }: BrokenFiltersProps) {
  const channel = useChannelChip(search.channel, (picked) => onSearch({ channel: picked }));
  const brands = Object.fromEntries(rows.map(({ mcid, brand_name }) => [mcid, brand_name]));
  if (search.brand) brands[search.brand] ??= search.brand;
  return (
    <FilterBar
      chips={[
        choiceChip({
          key: "state",
          name: words.state,
          words: words.states,
          of: BROKEN_STATES,
          value: search.state,
          usual: "open",
          always: true,
          onChange: (state) => onSearch({ state }),
        }),
        choiceChip({
          key: "fault",
          name: words.fault,
          words: words.faults as Record<string, string>,
          of: Object.keys(words.faults),
          value: search.fault?.toString(),
          onChange: (fault) =>
            onSearch({ fault: fault ? (Number(fault) as BrokenLink["type"]) : undefined }),
        }),
        chipsOf(search, onSearch).choice("brand", words.brand, brands, Object.keys(brands)),
        ...channel,
      ]}
    />
  );
}

interface NoBrokenLinksProps {
  search: BrokenSearch;
  onSearch: (change: Partial<BrokenSearch>) => void;
}

const EMPTY = { open: words.emptyTitle, fixed: words.emptyFixed, ignored: words.emptyIgnored };

/** Why the list is empty. */
function NoBrokenLinks({ search, onSearch }: NoBrokenLinksProps) {
  if (!search.fault && !search.brand && !search.channel) {
    const { state = "open" } = search;
    return (
      <EmptyState title={EMPTY[state]} help={state === "open" ? words.emptyHelp : undefined} />
    );
  }
  return (
    <EmptyState
      title={words.noMatchTitle}
      help={words.noMatchHelp}
      button={{
        label: words.clear,
        onClick: () => onSearch({ fault: undefined, brand: undefined, channel: undefined }),
      }}
    />
  );
}

/** The actions for several selected links. */
function ChosenActions({ chosen, onDone }: { chosen: BrokenLink[]; onDone: () => void }) {
  const { fix, check, ignore, busy } = useBrokenCalls(onDone);
  const ids = chosen.map(({ id }) => id);
  const fixable = chosen.filter(({ state, suggestion }) => state === "open" && suggestion);
  const kept = chosen.filter(({ suggestion }) => !suggestion).length;
  const notice = kept > 0 ? ` ${words.noSuggestion(kept, chosen.length)}` : "";
  if (chosen.length === 0) {
    return <Hint>{words.noneChosen}</Hint>;
  }
  return (
    <Group gap="xs">
      <Text size="sm">{words.chosen(chosen.length)}</Text>
      <Button
        size="xs"
        loading={fix.isPending}
        disabled={busy || fixable.length === 0}
        onClick={() =>
          openConfirm({
            title: words.fixTitle(fixable.length),
            question: words.fixHelp + notice,
            confirm: words.fixChosen,
            onConfirm: () => fix.mutate({ attributes: { ids: fixable.map(({ id }) => id) } }),
          })
        }
      >
        {words.fixChosen}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={check.isPending}
        onClick={() => check.mutate({ attributes: { ids } })}
      >
        {words.check}
      </Button>
      {chosen.every(({ state }) => state === "open") && (
        <Button
          size="xs"
          variant="default"
          loading={ignore.isPending}
          onClick={() => ignore.mutate({ attributes: { ids, ignored: true } })}
        >
          {words.ignore}
        </Button>
      )}
    </Group>
  );
}
