import { Box, Button, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { Link } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { BrandSelect } from "@/features/link/BrandSelect";
import { LABELS } from "@/features/link/edit/linkValues";
import classes from "@/features/link/Link.module.css";
import { LinkDrawer } from "@/features/link/LinkDrawer";
import { type LinkSearch, linksInput } from "@/features/link/search";
import { link as words } from "@/text/publisher/link";
import { AddressText } from "@/ui/base/AddressText";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SearchInput } from "@/ui/filter/SearchInput";
import { CopyButton } from "@/ui/form/CopyButton";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { useChannelNames, useChannels } from "@/ui/picker/useChannels";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

interface LinkHistoryProps {
  search: LinkSearch;
  onSearch: (change: Partial<LinkSearch>, replace?: boolean) => void;
  /** What can be done with all links that are found. */
  action?: ReactNode;
}

/** The links made so far, and what they brought. */
export function LinkHistory({ search, onSearch, action }: LinkHistoryProps) {
  const { currency, time_zone } = useUser();
  const answer = useQuery({
    ...query("/tools/links", linksInput(search)),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: Partial<LinkSearch>, replace?: boolean) =>
    onSearch({ ...change, curPage: undefined }, replace);
  const channels = useChannels();
  const channelName = useChannelNames();
  const rows = answer.data?.list ?? [];
  const opened = useOpenedRow({
    answer,
    isOpened: search.link === undefined ? undefined : ({ link_id }) => link_id === search.link,
    alone: query("/tools/links", { filter: { link_id: search.link } }),
  });
  const named = rows.find(({ mcid }) => mcid === search.brand)?.brand_name;
  return (
    <Stack component="section" gap="sm" aria-label={words.history}>
      <Group justify="space-between" align="baseline">
        <Title order={2}>{words.history}</Title>
        <Text size="xs" c="dimmed">
          {words.times(time_zone)}
        </Text>
      </Group>
      <Group gap="xs" role="search">
        <SearchInput
          className={classes.search}
          label={words.search}
          hint={words.searchHint}
          value={search.keyword ?? ""}
          onSearch={(keyword) => narrow({ keyword: keyword || undefined }, true)}
        />
        <ChannelSwitch all value={search.channel} onChange={(channel) => narrow({ channel })} />
        <BrandSelect
          siteId={search.channel}
          aria-label={words.brand}
          placeholder={words.allBrands}
          clearable
          value={search.brand ?? null}
          name={named}
          onChange={(mcid) => narrow({ brand: mcid ?? undefined })}
        />
        <SegmentedControl
          size="xs"
          aria-label={words.whichLinks}
          value={search.retired ? "retired" : "used"}
          onChange={(picked) => narrow({ retired: picked === "retired" || undefined })}
          data={[
            { value: "used", label: words.inUse },
            { value: "retired", label: words.retired },
          ]}
        />
        <Box ml="auto">{action}</Box>
      </Group>
      <DataTable
        name="links"
        label={words.historyTable}
        answer={answer}
        columns={columns({
          currency,
          zone: time_zone,
          channelName: channels.length > 1 ? channelName : undefined,
        })}
        id={({ link_id }) => link_id}
        opened={search.link ?? null}
        onOpen={({ link_id }) => onSearch({ link: link_id })}
        empty={<NoLinks search={search} onSearch={narrow} />}
        pages={
          <PageControls
            {...parsePaging({ ...search })}
            total={answer.data?.total ?? 0}
            onChange={(page) => onSearch(page)}
          />
        }
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
  /** Absent where there is one channel alone. */
  channelName: ((id: number) => string) | undefined;
}

function columns({ currency, zone, channelName }: Shape): Array<Column<Link>> {
  return [
    { key: "brand_name", title: words.brand, cell: ({ brand_name }) => brand_name },
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
      cell: ({ target_url }) => <AddressText url={target_url} width={128} />,
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
    {
      key: "clicks",
      title: words.clicks,
      numeric: true,
      phone: "more",
      cell: ({ clicks }) => <Num value={clicks} />,
    },
    {
      key: "orders",
      title: words.orders,
      numeric: true,
      phone: "more",
      cell: ({ orders }) => <Num value={orders} />,
    },
    {
      key: "commission",
      title: words.commission(currency),
      numeric: true,
      phone: "figure",
      cell: ({ commission }) => <Money amount={commission} currency={currency} bare />,
    },
    {
      key: "created_at",
      title: words.made,
      cell: ({ created_at }) => <DateText value={created_at} zone={zone} />,
    },
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

function NoLinks({ search, onSearch }: LinkHistoryProps) {
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
      action={
        <Button
          size="xs"
          variant="default"
          onClick={() => onSearch({ keyword: undefined, brand: undefined, channel: undefined })}
        >
          {words.clear}
        </Button>
      }
    />
  );
}
