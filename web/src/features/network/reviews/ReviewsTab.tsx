import { Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { NetworkRelationship, NetworkSite } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { relationshipsInput, sitesInput, type TabProps } from "@/features/network/search";
import { network } from "@/text/network/network";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";
import { relationshipColumns, siteColumns } from "./reviewColumns";
import { parseRelationship, parseSite, relationshipKey, siteKey } from "./reviewKeys";

/** What waits for a decision: channels that want to promote a brand, and channels that are new. */
export function ReviewsTab({ search, onSearch }: TabProps) {
  const { time_zone: zone } = useUser();
  const { decided } = search;
  return (
    <Stack gap="lg">
      <Group>
        <SegmentedControl
          size="xs"
          aria-label={network.show}
          value={decided ? "all" : "waiting"}
          onChange={(value) =>
            onSearch({ tab: "reviews", decided: value === "all" ? true : undefined })
          }
          data={[
            { value: "waiting", label: network.onlyWaiting },
            { value: "all", label: network.all },
          ]}
        />
      </Group>
      <Relationships search={search} onSearch={onSearch} zone={zone} />
      <Sites search={search} onSearch={onSearch} zone={zone} />
    </Stack>
  );
}

interface PartProps extends TabProps {
  zone: string;
}

function Relationships({ search, onSearch, zone }: PartProps) {
  const ask = relationshipsInput(search);
  const answer = useQuery({
    ...query("/network/relationships", ask),
    placeholderData: keepPreviousData,
  });
  const { look } = search;
  const named = parseRelationship(look);
  const opened = useOpenedRow({
    answer,
    isOpened: named && ((row: NetworkRelationship) => relationshipKey(row) === look),
    alone: query("/network/relationships", { filter: named }),
  });
  return (
    <Stack gap="sm">
      <Head title={network.relationships} help={network.relationshipsHelp} />
      <DataTable
        name="network_relationships"
        label={network.relationships}
        answer={answer}
        columns={relationshipColumns(zone, search.decided)}
        id={relationshipKey}
        onOpen={(row) => onSearch({ ...search, look: relationshipKey(row) })}
        opened={named ? look : null}
        look={{
          title: ({ site_name, brand_name }) => `${site_name} · ${brand_name}`,
          columns: relationshipColumns(zone, true),
          opened,
          onClose: () => onSearch({ ...search, look: undefined }),
        }}
        hiddenByDefault={["uid"]}
        expected={4}
        empty={<NoReviews all={search.decided} />}
        pages={
          answer.data && (
            <PageControls
              {...ask.page}
              total={answer.data.total}
              onChange={(picked) => onSearch({ ...search, ...picked })}
            />
          )
        }
      />
    </Stack>
  );
}

function Sites({ search, onSearch, zone }: PartProps) {
  const ask = sitesInput(search);
  const answer = useQuery({ ...query("/network/sites", ask), placeholderData: keepPreviousData });
  const { look } = search;
  const named = parseSite(look);
  const opened = useOpenedRow({
    answer,
    isOpened: named && ((row: NetworkSite) => siteKey(row) === look),
    alone: query("/network/sites", { filter: named }),
  });
  return (
    <Stack gap="sm">
      <Head title={network.channels} help={network.channelsHelp} />
      <DataTable
        name="network_sites"
        label={network.channels}
        answer={answer}
        columns={siteColumns(zone, search.decided)}
        id={siteKey}
        onOpen={(row) => onSearch({ ...search, look: siteKey(row) })}
        opened={named ? look : null}
        look={{
          title: ({ name }) => name,
          columns: siteColumns(zone, true),
          opened,
          onClose: () => onSearch({ ...search, look: undefined }),
        }}
        hiddenByDefault={["uid"]}
        expected={4}
        empty={<NoReviews all={search.decided} />}
        pages={
          answer.data && (
            <PageControls
              {...ask.page}
              total={answer.data.total}
              onChange={({ curPage, perPage }) =>
                onSearch({ ...search, sitePage: curPage, perPage })
              }
            />
          )
        }
      />
    </Stack>
  );
}

function Head({ title, help }: { title: string; help: string }) {
  return (
    <Stack gap={0}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
    </Stack>
  );
}

function NoReviews({ all }: { all: true | undefined }) {
  return (
    <EmptyState
      title={all ? network.noneAll : network.noneWaiting}
      help={network.noneWaitingHelp}
    />
  );
}
