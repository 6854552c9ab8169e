import { Group, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { BrokenLink } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { broken as words } from "@/text/publisher/broken";
import { DataTable } from "@/ui/table/DataTable";
import { LIVE_INTERVAL, useLiveList } from "@/ui/table/live/useLiveList";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

import { BrokenDrawer } from "./BrokenDrawer";
import { BrokenFilters } from "./BrokenFilters";
import { brokenColumns } from "./brokenColumns";
import { ChosenActions } from "./ChosenActions";
import { NoBrokenLinks } from "./NoBrokenLinks";
import { type BrokenSearch, brokenInput, brokenNews } from "./search";

interface BrokenLinksProps {
  search: BrokenSearch;
  onSearch: (change: Partial<BrokenSearch>) => void;
}

/** The links that no longer lead where they should, by money at risk; a new check appears by itself. */
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
        <Text size="xs" c="dimmed">
          {words.times(time_zone)}
        </Text>
      </Group>
      {rows.length > 0 && (
        <ChosenActions
          chosen={rows.filter(({ id }) => chosen.some((each) => each.id === id))}
          onDone={() => setChosen([])}
        />
      )}
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
        pages={
          <PageControls
            {...parsePaging({ ...search })}
            total={answer.data?.total ?? 0}
            onChange={(page) => onSearch(page)}
          />
        }
      />
      <BrokenDrawer
        shown={search.link}
        opened={opened}
        onClose={() => onSearch({ link: undefined })}
      />
    </Stack>
  );
}
