import { Stack, Text } from "@mantine/core";
import type { BrandKey, BrandStatus, NetworkBrand } from "@/api/gen/types.gen";
import { table } from "@/text/core/table";
import { network } from "@/text/network/network";
import { brand } from "@/text/publisher/brand";
import { countryName } from "@/ui/base/format";
import { DateText, Num } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import type { Column } from "@/ui/table/DataTable";

import { BrandActions } from "./BrandActions";

const STATES: Record<BrandStatus, State> = {
  online: "approved",
  paused: "pending",
  offline: "offline",
};

interface Shape {
  zone: string;
  onKey: (key: BrandKey) => void;
}

/** What an operator sees of each brand. */
export function brandColumns({ zone, onKey }: Shape): Array<Column<NetworkBrand>> {
  return [
    {
      key: "name",
      title: network.brand,
      cell: ({ name, mcid }) => (
        <Stack gap={0}>
          <Text span inherit fw={500}>
            {name}
          </Text>
          <Text span size="xs" c="dimmed">
            {mcid}
          </Text>
        </Stack>
      ),
    },
    {
      key: "status",
      title: network.status,
      phone: "status",
      cell: ({ status }) => (
        <StatusBadge state={STATES[status]}>{network.statuses[status]}</StatusBadge>
      ),
    },
    {
      key: "commission",
      title: network.commission,
      cell: (row) => row.commission,
      phone: "figure",
    },
    { key: "offer_type", title: network.offer, cell: (row) => brand.offerTypes[row.offer_type] },
    { key: "country", title: network.country, cell: (row) => countryName(row.country) },
    { key: "currency", title: network.currency, cell: (row) => row.currency },
    { key: "approval", title: network.approval, cell: (row) => network.approvals[row.approval] },
    {
      key: "joined",
      title: network.joined,
      cell: ({ joined }) => <Num value={joined} />,
      numeric: true,
    },
    {
      key: "pending",
      title: network.waiting,
      cell: ({ pending }) => <Num value={pending} />,
      numeric: true,
    },
    {
      key: "has_key",
      title: network.key,
      cell: ({ has_key }) => (has_key ? network.hasKey : network.noKey),
    },
    {
      key: "updated_at",
      title: network.updated,
      cell: ({ updated_at }) => <DateText value={updated_at} zone={zone} />,
    },
    {
      key: "actions",
      title: table.actions,
      cell: (row) => <BrandActions brand={row} onKey={onKey} />,
      always: true,
      phone: "menu",
      width: 88,
    },
  ];
}
