import { Anchor, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { BrandKey, BrandStatus, NetworkBrand } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import classes from "@/features/network/Network.module.css";
import { pageOf, type TabProps } from "@/features/network/searchParams";
import { brand } from "@/text/brands/brand";
import { network } from "@/text/network/network";
import { countryName, formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import type { State } from "@/ui/base/theme";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { chipsOf } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { SearchInput } from "@/ui/filter/SearchInput";
import { CopyButton } from "@/ui/form/CopyButton";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { countColumn, dateColumn, menuColumn, stateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { useRowDrawer } from "@/ui/table/useRowDrawer";
import { BrandDrawer, NEW_BRAND } from "./BrandDrawer";
import { BRAND_STATUSES, type BrandsSearch, brandsInput } from "./searchParams";

/** All brands: search, add, put online or offline, generate keys. */
export function BrandsTab({ search, onSearch }: TabProps<BrandsSearch>) {
  const { time_zone: zone } = useUser();
  const [key, setKey] = useState<BrandKey | null>(null);
  const answer = useSteadyQuery("/network/brands", brandsInput(search));
  const { keyword, status, look } = search;
  const rows = useRowDrawer({
    answer,
    id: ({ mcid }) => mcid,
    shown: look,
    onShow: (shown) => onSearch({ ...search, look: shown }),
    alone: query("/network/brands", { filter: { mcid: look } }),
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
  });
  const change = (changed: Partial<BrandsSearch>) =>
    onSearch({ ...search, ...changed, curPage: undefined });
  const chip = chipsOf(search, change);
  return (
    <Stack>
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
            chips={[chip.choice("status", network.status, network.statuses, BRAND_STATUSES)]}
          />
        </Group>
        <Button
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={() => onSearch({ ...search, add: true })}
        >
          {network.addBrand}
        </Button>
      </Group>
      <DataTable
        {...rows}
        name="network_brands"
        label={network.brands}
        columns={brandColumns({ zone, onKey: setKey })}
        hiddenByDefault={["offer_type", "currency", "updated_at"]}
        empty={
          <EmptyList
            words={{
              none: network.noBrands,
              noneHelp: network.noBrandsHelp,
              noMatch: network.noMatch,
              noMatchHelp: network.noMatchHelp,
              clear: network.clear,
            }}
            onClear={!!(keyword || status) && (() => onSearch({}))}
          />
        }
        page={pageOf(search)}
        onPage={(picked) => onSearch({ ...search, ...picked })}
      />
      <KeyModal made={key} zone={zone} onClose={() => setKey(null)} />
      <BrandDrawer
        shown={search.edit ?? (search.add && NEW_BRAND)}
        onClose={() => onSearch({ ...search, add: undefined, edit: undefined })}
      />
    </Stack>
  );
}

const STATES: Record<BrandStatus, State> = {
  online: "approved",
  paused: "pending",
  offline: "offline",
};

interface Shape {
  zone: string;
  onKey: (key: BrandKey) => void;
}

/** The columns of the list of brands. */
function brandColumns({ zone, onKey }: Shape): Array<Column<NetworkBrand>> {
  return [
    {
      key: "name",
      title: network.brand,
      cell: ({ name, mcid }) => (
        <Stack gap={0}>
          <Text span inherit fw={500}>
            {name}
          </Text>
          <Hint span>{mcid}</Hint>
        </Stack>
      ),
    },
    stateColumn("status", network.status, STATES, network.statuses),
    textColumn("commission", network.commission, { phone: "more" }),
    { key: "offer_type", title: network.offer, cell: (row) => brand.offerTypes[row.offer_type] },
    { key: "country", title: network.country, cell: (row) => countryName(row.country) },
    textColumn("currency", network.currency),
    { key: "approval", title: network.approval, cell: (row) => network.approvals[row.approval] },
    countColumn("joined", network.joined),
    countColumn("pending", network.waiting),
    {
      key: "has_key",
      title: network.key,
      cell: ({ has_key }) => (has_key ? network.hasKey : network.noKey),
    },
    dateColumn("updated_at", network.updated, zone),
    menuColumn((row) => <BrandActions brand={row} onKey={onKey} />, 88),
  ];
}

const VERBS: Record<BrandStatus, string> = {
  online: network.setOnline,
  paused: network.setPaused,
  offline: network.setOffline,
};

/** The actions for one brand. Those that affect its publishers or its server ask for confirmation. */
function BrandActions({ brand, onKey }: { brand: NetworkBrand; onKey: (key: BrandKey) => void }) {
  const { mcid, name, status, has_key } = brand;
  const setStatus = useCall("/network/brand_status", {
    refresh: ["/network/brands"],
    onSuccess: (_, { attributes }) =>
      toast.success(network.statusSet(name, network.statuses[attributes.status])),
  });
  const generateKey = useCall("/network/brand_key", {
    refresh: ["/network/brands"],
    onSuccess: onKey,
  });
  const busy = setStatus.isPending || generateKey.isPending;
  const changeStatus = (next: BrandStatus) => {
    const send = () => setStatus.mutate({ attributes: { mcid, status: next } });
    if (next !== "offline") return send();
    openConfirm({
      title: network.offlineTitle(name),
      question: network.offlineAsk,
      confirm: network.setOffline,
      onConfirm: send,
    });
  };
  const requestKey = () => {
    const send = () => generateKey.mutate({ attributes: { mcid } });
    if (!has_key) return send();
    openConfirm({
      title: network.keyAskTitle(name),
      question: network.keyAsk,
      confirm: network.drawAnother,
      onConfirm: send,
    });
  };
  return (
    <ActionMenu
      label={network.actions(name)}
      busy={busy}
      groups={[
        BRAND_STATUSES.filter((next) => next !== status).map((next) => ({
          label: VERBS[next],
          onClick: () => changeStatus(next),
        })),
        [{ label: has_key ? network.drawAnother : network.drawKey, onClick: requestKey }],
      ]}
    />
  );
}

interface KeyModalProps {
  made: BrandKey | null;
  zone: string;
  onClose: () => void;
}

/** A key that has just been generated, shown only once; a click outside does not close it. */
function KeyModal({ made, zone, onClose }: KeyModalProps) {
  return (
    <LazyModal
      opened={made !== null}
      onClose={onClose}
      title={made && network.keyTitle(made.mcid)}
      persistent
      size="lg"
    >
      {made && (
        <Stack>
          <Text>{network.keyOnce}</Text>
          <Text size="sm">
            {network.keyUse}{" "}
            <Anchor href="/help?article=brand-reports" target="_blank" inherit>
              {network.keyGuide}
            </Anchor>
          </Text>
          <Textarea label={network.key} value={made.key} readOnly rows={5} data-autofocus />
          {made.previous_until && (
            <Hint size="sm">{network.keyUntil(formatDateTime(made.previous_until, zone))}</Hint>
          )}
          <Group justify="flex-end">
            <CopyButton value={made.key} label={network.copyKey} />
            <Button onClick={onClose}>{network.keyClose}</Button>
          </Group>
        </Stack>
      )}
    </LazyModal>
  );
}
