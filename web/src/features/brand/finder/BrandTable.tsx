import { Button, Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import { RELATION_JOINED, RELATION_NONE, RELATION_PENDING } from "@/api/gen/enums.gen";

import type { Brand } from "@/api/gen/types.gen";
import { ApplicationModal } from "@/features/brand/ApplicationModal";
import { BrandAction } from "@/features/brand/BrandAction";
import { BrandLogo } from "@/features/brand/BrandLogo";
import classes from "@/features/brand/Brands.module.css";
import { RelationshipBadge } from "@/features/brand/RelationshipBadge";
import { isReviewed, useApply } from "@/features/brand/useApply";
import { brand as words } from "@/text/publisher/brand";
import { formatNumber } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { Money, Percent } from "@/ui/base/Numbers";
import { useChannel } from "@/ui/picker/useChannels";
import { type Column, DataTable } from "@/ui/table/DataTable";
import type { BrandListProps } from "./BrandCards";

const columns = (siteId: number | undefined): Array<Column<Brand>> => [
  { key: "name", title: words.brand, cell: (brand) => <Name brand={brand} siteId={siteId} /> },
  {
    key: "commission",
    title: words.commission,
    cell: ({ commission }) => commission,
    phone: "figure",
  },
  {
    key: "epc",
    title: words.epc,
    term: "epc",
    numeric: true,
    phone: "more",
    cell: ({ epc, currency }) => <Money amount={epc} currency={currency} />,
  },
  {
    key: "conversion_rate",
    title: words.conversion,
    term: "conversion",
    numeric: true,
    cell: ({ conversion_rate }) => <Percent value={conversion_rate} digits={1} />,
  },
  {
    key: "approval_rate",
    title: words.approval,
    term: "approval",
    numeric: true,
    cell: ({ approval_rate }) => <Percent value={approval_rate} digits={0} />,
  },
  {
    key: "cookie_days",
    title: words.cookieHead,
    term: "cookie",
    numeric: true,
    cell: ({ cookie_days }) => formatNumber(cookie_days),
  },
  {
    key: "payment_days",
    title: words.paymentHead,
    term: "payment",
    numeric: true,
    cell: ({ payment_days }) => formatNumber(payment_days),
  },
  {
    key: "action",
    title: words.nextStep,
    always: true,
    phone: "buttons",
    cell: (brand) => <BrandAction brand={brand} siteId={siteId} />,
  },
];

/** Brands to compare in rows, and to apply to many at once. */
export function BrandTable({ answer, siteId, empty, pages }: BrandListProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [asking, setAsking] = useState(false);
  const { apply, busy } = useApply(siteId);
  const { approved } = useChannel(siteId);
  const rows = (answer.data?.list ?? []).filter(
    (brand) => chosen.includes(brand.mcid) && canApply(brand),
  );
  const applyToAll = async () => {
    if (rows.some(isReviewed)) return setAsking(true);
    await apply(rows);
    setChosen([]);
  };
  return (
    <>
      {rows.length > 0 && (
        <Paper p="xs" pl="sm" role="status">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{words.chosen(rows.length)}</Text>
            <Group gap="xs">
              <Button size="xs" variant="default" disabled={busy} onClick={() => setChosen([])}>
                {words.dropChosen}
              </Button>
              <Button size="xs" loading={busy} onClick={() => void applyToAll()}>
                {words.applyMany(rows.length)}
              </Button>
            </Group>
          </Group>
        </Paper>
      )}
      <ApplicationModal
        opened={asking}
        brands={rows}
        siteId={siteId}
        onClose={(sent) => {
          setAsking(false);
          if (sent) setChosen([]);
        }}
      />
      <DataTable
        name="brands"
        label={words.list}
        answer={answer}
        columns={columns(siteId)}
        hiddenByDefault={["payment_days"]}
        id={({ mcid }) => mcid}
        selection={{
          chosen: rows,
          onChosen: (brands) => setChosen(brands.map(({ mcid }) => mcid)),
          selectable: (brand) => approved && canApply(brand),
          label: ({ name }) => name,
        }}
        empty={empty}
        pages={pages}
      />
    </>
  );
}

function canApply({ relationship, status }: Brand): boolean {
  return (
    relationship !== RELATION_PENDING && relationship !== RELATION_JOINED && status !== "offline"
  );
}

function Name({ brand, siteId }: { brand: Brand; siteId: number | undefined }) {
  const { mcid, name, logo } = brand;
  return (
    <Group gap="xs" wrap="nowrap">
      <BrandLogo name={name} logo={logo} size={24} />
      <AnchorLink
        to="/brands/$mcid"
        params={{ mcid }}
        search={{ site_id: siteId }}
        inherit
        fw={500}
        c="inherit"
        truncate
        maw={200}
        title={name}
        className={classes.name}
      >
        {name}
      </AnchorLink>
      {brand.status !== "online" && (
        <RelationshipBadge brand={{ ...brand, relationship: RELATION_NONE }} />
      )}
    </Group>
  );
}
