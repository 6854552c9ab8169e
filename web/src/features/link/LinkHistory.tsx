import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import type { Link } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/useUser";
import { link as words } from "@/text/publisher/link";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SearchInput } from "@/ui/filter/SearchInput";
import { CopyButton } from "@/ui/form/CopyButton";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";

import { BrandSelect } from "./BrandSelect";
import classes from "./Link.module.css";
import { LinkDrawer } from "./LinkDrawer";
import { LABELS } from "./linkValues";
import { type LinkSearch, linksInput } from "./search";

interface LinkHistoryProps {
  search: LinkSearch;
  onSearch: (change: Partial<LinkSearch>, replace?: boolean) => void;
}

/** The links made so far, and what they brought. */
export function LinkHistory({ search, onSearch }: LinkHistoryProps) {
  const { currency, time_zone } = useUser();
  const answer = useQuery({
    ...query("/tools/links", linksInput(search)),
    placeholderData: keepPreviousData,
  });
  const narrow = (change: Partial<LinkSearch>, replace?: boolean) =>
    onSearch({ ...change, curPage: undefined }, replace);
  const rows = answer.data?.list ?? [];
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
        <BrandSelect
          aria-label={words.brand}
          placeholder={words.allBrands}
          clearable
          value={search.brand ?? null}
          name={named}
          onChange={(mcid) => narrow({ brand: mcid ?? undefined })}
        />
      </Group>
      <DataTable
        name="links"
        label={words.historyTable}
        answer={answer}
        columns={columns(currency, time_zone)}
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
        link={rows.find(({ link_id }) => link_id === search.link)}
        onClose={() => onSearch({ link: undefined })}
      />
    </Stack>
  );
}

function columns(currency: string, zone: string): Array<Column<Link>> {
  return [
    { key: "brand_name", title: words.brand, cell: ({ brand_name }) => brand_name },
    {
      key: "tracking_url_short",
      title: words.short,
      cell: ({ code, tracking_url_short }) => (
        <ShortLink code={code} address={tracking_url_short} />
      ),
    },
    {
      key: "target_url",
      title: words.target,
      cell: ({ target_url }) => (
        <Text inherit truncate maw={220} title={target_url}>
          {target_url.replace(/^https?:\/\//, "")}
        </Text>
      ),
    },
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
      cell: ({ clicks }) => <Num value={clicks} />,
    },
    {
      key: "orders",
      title: words.orders,
      numeric: true,
      cell: ({ orders }) => <Num value={orders} />,
    },
    {
      key: "commission",
      title: words.commission(currency),
      numeric: true,
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
  if (!search.keyword && !search.brand) {
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
          onClick={() => onSearch({ keyword: undefined, brand: undefined })}
        >
          {words.clear}
        </Button>
      }
    />
  );
}
