import { Button, Group, Stack } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { BrandKey } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import classes from "@/features/network/Network.module.css";
import { BRAND_STATUSES, brandsInput, pageOf, type TabProps } from "@/features/network/search";
import { network } from "@/text/network/network";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { SearchInput } from "@/ui/filter/SearchInput";
import { DataTable } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PageControls } from "@/ui/table/PageControls";
import { BrandDrawer, NEW_BRAND } from "./BrandDrawer";
import { brandColumns } from "./brandColumns";
import { KeyModal } from "./KeyModal";

/** All brands: search, add, put online or offline, generate keys. */
export function BrandsTab({ search, onSearch }: TabProps) {
  const { time_zone: zone } = useUser();
  const [key, setKey] = useState<BrandKey | null>(null);
  const answer = useQuery({
    ...query("/network/brands", brandsInput(search)),
    placeholderData: keepPreviousData,
  });
  const { keyword, status, look } = search;
  const opened = useOpenedRow({
    answer,
    isOpened: look === undefined ? undefined : ({ mcid }) => mcid === look,
    alone: query("/network/brands", { filter: { mcid: look } }),
  });
  const page = pageOf(search);
  const change = (changed: Partial<TabProps["search"]>) =>
    onSearch({ ...search, ...changed, curPage: undefined });
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.5} />}
      onClick={() => onSearch({ ...search, add: true })}
    >
      {network.addBrand}
    </Button>
  );
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" flex="1 1 280px">
          <SearchInput
            className={classes.search}
            label={network.search}
            hint={network.search}
            value={keyword ?? ""}
            onSearch={(typed) => change({ keyword: typed || undefined })}
          />
          <FilterBar
            chips={[
              choiceChip({
                key: "status",
                name: network.status,
                words: network.statuses,
                of: BRAND_STATUSES,
                value: status,
                onChange: (value) => change({ status: value }),
              }),
            ]}
          />
        </Group>
        {add}
      </Group>
      <DataTable
        name="network_brands"
        label={network.brands}
        answer={answer}
        columns={brandColumns({ zone, onKey: setKey })}
        id={({ mcid }) => mcid}
        hiddenByDefault={["offer_type", "currency", "updated_at"]}
        onOpen={({ mcid }) => onSearch({ ...search, look: mcid })}
        opened={look ?? null}
        look={{
          title: ({ name }) => name,
          actions: ({ mcid }) => (
            <Group>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} stroke={1.5} />}
                onClick={() => onSearch({ ...search, look: undefined, edit: mcid })}
              >
                {network.editBrand}
              </Button>
            </Group>
          ),
          opened,
          onClose: () => onSearch({ ...search, look: undefined }),
        }}
        empty={
          keyword || status ? (
            <EmptyState
              title={network.noMatch}
              help={network.noMatchHelp}
              action={
                <Button size="xs" variant="default" onClick={() => onSearch({})}>
                  {network.clear}
                </Button>
              }
            />
          ) : (
            <EmptyState title={network.noBrands} help={network.noBrandsHelp} />
          )
        }
        pages={
          answer.data && (
            <PageControls
              {...page}
              total={answer.data.total}
              onChange={(picked) => onSearch({ ...search, ...picked })}
            />
          )
        }
      />
      <KeyModal made={key} zone={zone} onClose={() => setKey(null)} />
      <BrandDrawer
        shown={search.edit ?? (search.add && NEW_BRAND)}
        onClose={() => onSearch({ ...search, add: undefined, edit: undefined })}
      />
    </Stack>
  );
}
