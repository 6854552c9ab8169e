import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RELATION_NONE, SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import type { BrandStanding, Relation, Site } from "@/api/gen/types.gen";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { ApplicationModal } from "@/features/brands/ApplicationModal";
import { BrandAction } from "@/features/brands/BrandAction";
import { BrandLogo } from "@/features/brands/BrandLogo";
import { RelationshipBadge } from "@/features/brands/RelationshipBadge";
import { isOpenTo } from "@/features/brands/useApply";
import { application as words } from "@/text/brands/application";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { channelLabel } from "@/ui/picker/ChannelSwitch";
import { channelsQuery } from "@/ui/picker/channelsQuery";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";
import { type ApplicationListProps, stateChip } from "./ApplicationList";
import { standingsInput } from "./searchParams";

/** The most channels that apply in one call. */
const CHANNELS_AT_ONCE = 20;

/** Brands in rows and channels in columns: which channel has joined, waits, was rejected, or can apply. */
export function StandingTable({ search, onSearch }: ApplicationListProps) {
  const standings = useSteadyQuery("/brands/standings", standingsInput(search));
  const channels = useQuery(channelsQuery);
  // The channels are the columns: without them there are no rows to show.
  const answer = channels.data ? standings : { ...channels, data: undefined };
  const narrow: ApplicationListProps["onSearch"] = (change) =>
    onSearch({ ...change, curPage: undefined });
  const chips = chipsOf(search, narrow);
  return (
    <>
      <FilterBar
        chips={[
          chips.text("keyword", words.brand),
          stateChip(search, narrow),
          chips.choice("missing", words.missing, words.missingWords, ["yes"]),
        ]}
      />
      <DataTable
        name="standings"
        label={words.table}
        answer={answer}
        columns={columnsOf(channels.data?.list ?? [])}
        id={({ mcid }) => mcid}
        link={({ mcid }) => ({ to: "/brands/$mcid", params: { mcid } })}
        empty={<NoStandings search={search} onSearch={narrow} />}
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch(page)}
      />
    </>
  );
}

function columnsOf(channels: Site[]): Array<Column<BrandStanding>> {
  return [
    {
      key: "name",
      title: words.brand,
      cell: ({ name, logo }) => (
        <Group gap="xs" wrap="nowrap">
          <BrandLogo name={name} logo={logo} size={24} />
          <Text span inherit fw={500} truncate maw={200} title={name}>
            {name}
          </Text>
        </Group>
      ),
    },
    ...channels.map(
      (channel): Column<BrandStanding> => ({
        key: `channel ${channel.id}`,
        title: channelLabel(channel),
        phone: "line",
        cell: (brand) => <Standing brand={brand} channel={channel} />,
      }),
    ),
    {
      key: "all",
      title: words.next,
      always: true,
      phone: "buttons",
      cell: (brand) => <ApplyWithAll brand={brand} channels={channels} />,
    },
  ];
}

function relationOf({ channels }: BrandStanding, siteId: number): Relation {
  return channels.find(({ site_id }) => site_id === siteId)?.relationship ?? RELATION_NONE;
}

/** One channel's relationship with a brand; from here it can apply. */
function Standing({ brand, channel }: { brand: BrandStanding; channel: Site }) {
  const relationship = relationOf(brand, channel.id);
  const { mcid, name, approval, status } = brand;
  const open = isOpenTo({ relationship, status }) && channel.status === SITE_STATUS_APPROVED;
  if (!open && relationship === RELATION_NONE) return words.none;
  return (
    <Group gap="xs" wrap="nowrap">
      <RelationshipBadge brand={{ relationship, status: "online" }} />
      {open && (
        <BrandAction brand={{ mcid, name, relationship, approval, status }} siteId={channel.id} />
      )}
    </Group>
  );
}

/** Applies with every channel that can, in one call. */
function ApplyWithAll({ brand, channels }: { brand: BrandStanding; channels: Site[] }) {
  const [asking, setAsking] = useState(false);
  const { mcid, name, approval, status } = brand;
  const open = channels
    .filter(({ status: approved }) => approved === SITE_STATUS_APPROVED)
    .filter(({ id }) => isOpenTo({ relationship: relationOf(brand, id), status }))
    .slice(0, CHANNELS_AT_ONCE);
  const [first, ...also] = open.map(({ id }) => id);
  if (first === undefined || also.length === 0) return null;
  const relationship = relationOf(brand, first);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={words.applyAllTo(open.length, name)}
        onClick={() => setAsking(true)}
      >
        {words.applyAll(open.length)}
      </Button>
      <ApplicationModal
        opened={asking}
        brands={[{ mcid, name, approval, relationship }]}
        siteId={first}
        also={also}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function NoStandings({ search, onSearch }: ApplicationListProps) {
  const { state, keyword, missing } = search;
  if (state || keyword || missing) {
    return (
      <EmptyState
        title={words.noBrandTitle}
        help={words.noBrandHelp}
        button={{
          label: words.clear,
          onClick: () => onSearch({ state: undefined, keyword: undefined, missing: undefined }),
        }}
      />
    );
  }
  return <EmptyState title={words.emptyStandings} help={words.emptyStandingsHelp} />;
}
