import { Box, Group, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Link } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { LABELS } from "@/features/links/edit/linkValues";
import classes from "@/features/links/Link.module.css";
import { type LinkSearch, linksInput, linksQuery } from "@/features/links/searchParams";
import { link as words } from "@/text/links/link";
import { AddressText } from "@/ui/base/AddressText";
import { Hint } from "@/ui/base/Hint";
import { Money } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip } from "@/ui/filter/chips";
import { type Chip, FilterBar } from "@/ui/filter/FilterBar";
import { SearchInput } from "@/ui/filter/SearchInput";
import { useChannelChip } from "@/ui/filter/useChannelChip";
import { CopyButton } from "@/ui/form/CopyButton";
import { useLanding } from "@/ui/layout/useLanding";
import { ChannelBrandSelect } from "@/ui/picker/ChannelBrandSelect";
import { useChannelCount, useChannelNames } from "@/ui/picker/useChannels";
import { countColumn, dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { parsePaging } from "@/ui/table/paging";

// It comes right after the list, so that it is there when a row is opened.
const LinkDrawer = overlay(() =>
  import("@/features/links/LinkDrawer").then(({ LinkDrawer }) => LinkDrawer),
);

interface LinkListProps {
  search: LinkSearch;
  onSearch: (change: Partial<LinkSearch>, replace?: boolean) => void;
  /** An action on all matching links. */
  action?: ReactNode;
}

/** The existing links with their results. */
export function LinkList({ search, onSearch, action }: LinkListProps) {
  const { currency, time_zone } = useUser();
  const answer = useQuery({
    ...linksQuery(linksInput(search)),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: Partial<LinkSearch>, replace?: boolean) =>
    onSearch({ ...change, curPage: undefined }, replace);
  const severalChannels = useChannelCount() > 1;
  const channelName = useChannelNames();
  const rows = answer.data?.list ?? [];
  const opened = useOpenedRow({
    answer,
    isOpened: search.link === undefined ? undefined : ({ link_id }) => link_id === search.link,
    alone: linksQuery({ filter: { link_id: search.link } }),
  });
  const named = rows.find(({ mcid }) => mcid === search.brand)?.brand_name;
  const channel = useChannelChip(search.channel, (picked) => narrow({ channel: picked }));
  const chips: Chip[] = [
    choiceChip({
      key: "which",
      name: words.whichLinks,
      words: { used: words.inUse, retired: words.retired },
      of: ["used", "retired"],
      value: search.retired ? "retired" : undefined,
      usual: "used",
      always: true,
      onChange: (picked) => narrow({ retired: picked === "retired" || undefined }),
    }),
    {
      key: "brand",
      name: words.brand,
      value: search.brand ? (named ?? search.brand) : null,
      edit: (close) => (
        <ChannelBrandSelect
          size="xs"
          w={280}
          data-autofocus
          openOnFocus
          siteId={search.channel}
          label={words.brand}
          value={search.brand ?? null}
          name={named}
          onChange={(mcid) => {
            narrow({ brand: mcid ?? undefined });
            close();
          }}
        />
      ),
      onClear: () => narrow({ brand: undefined }),
    },
    ...channel,
  ];
  return (
    <Stack component="section" gap="sm" aria-label={words.history} {...useLanding("links")}>
      <Group justify="space-between" align="baseline">
        <Title order={2}>{words.history}</Title>
        <Hint>{words.times(time_zone)}</Hint>
      </Group>
      <Group gap="xs" justify="space-between">
        <Box flex="1 1 320px" miw={0}>
          <FilterBar chips={chips}>
            <SearchInput
              className={classes.search}
              label={words.search}
              hint={words.searchHint}
              value={search.keyword ?? ""}
              onSearch={(keyword) => narrow({ keyword: keyword || undefined }, true)}
            />
          </FilterBar>
        </Box>
        {action}
      </Group>
      <DataTable
        name="links"
        hiddenByDefault={["created_at"]}
        label={words.historyTable}
        answer={answer}
        columns={columns({
          currency,
          zone: time_zone,
          channelName: severalChannels ? channelName : undefined,
        })}
        id={({ link_id }) => link_id}
        opened={search.link ?? null}
        onOpen={({ link_id }) => onSearch({ link: link_id })}
        empty={<NoLinks search={search} onSearch={narrow} />}
        page={parsePaging({ ...search })}
        onPage={(page) => onSearch(page)}
      />
      <LinkDrawer
        shown={search.link}
        opened={opened}
        onClose={() => onSearch({ link: undefined })}
      />
    </Stack>
  );
}

interface Shape {
  currency: string;
  zone: string;
  /** The channel's name; absent if there is only one channel. */
  channelName: ((id: number) => string) | undefined;
}

function columns({ currency, zone, channelName }: Shape): Array<Column<Link>> {
  return [
    textColumn("brand_name", words.brand),
    {
      key: "tracking_url_short",
      title: words.short,
      phone: "buttons",
      cell: ({ code, tracking_url_short }) => (
        <ShortLink code={code} address={tracking_url_short} />
      ),
    },
    {
      key: "target_url",
      title: words.target,
      cell: ({ target_url }) => <AddressText url={target_url} width={160} path />,
    },
    ...(channelName
      ? [{ key: "site_id", title: words.channel, cell: (row: Link) => channelName(row.site_id) }]
      : []),
    {
      key: "uid1",
      title: words.labels,
      cell: (row) =>
        LABELS.map((label) => row[label])
          .filter(Boolean)
          .join(", "),
    },
    countColumn("clicks", words.clicks, { phone: "more" }),
    countColumn("orders", words.orders, { phone: "more" }),
    {
      key: "commission",
      money: true,
      title: words.commission(currency),
      numeric: true,
      phone: "figure",
      cell: ({ commission }) => <Money amount={commission} currency={currency} bare />,
    },
    dateColumn("created_at", words.made, zone),
  ];
}

/** Copying a link does not open its drawer. */
function ShortLink({ code, address }: { code: string; address: string }) {
  return (
    <Group
      gap={4}
      wrap="nowrap"
      justify="space-between"
      onClick={(event) => event.stopPropagation()}
    >
      {code}
      <CopyButton value={address} />
    </Group>
  );
}

function NoLinks({ search, onSearch }: LinkListProps) {
  if (!search.keyword && !search.brand && !search.channel) {
    if (search.retired) {
      return <EmptyState title={words.noneRetiredTitle} help={words.noneRetiredHelp} />;
    }
    return <EmptyState title={words.noneTitle} help={words.noneHelp} />;
  }
  return (
    <EmptyState
      title={words.noMatchTitle}
      help={words.noMatchHelp}
      button={{
        label: words.clear,
        onClick: () => onSearch({ keyword: undefined, brand: undefined, channel: undefined }),
      }}
    />
  );
}
