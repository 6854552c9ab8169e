import { Button, Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import { RELATION_NONE } from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { ApplicationModal } from "@/features/brands/ApplicationModal";
import { BrandAction } from "@/features/brands/BrandAction";
import { BrandLogo } from "@/features/brands/BrandLogo";
import classes from "@/features/brands/Brands.module.css";
import { COMPARED_MAX, COMPARED_MIN } from "@/features/brands/compare/searchParams";
import { RelationshipBadge } from "@/features/brands/RelationshipBadge";
import { isOpenTo, isReviewed, useApply } from "@/features/brands/useApply";
import { brand as words } from "@/text/brands/brand";
import { measured } from "@/text/brands/measured";
import { formatNumber } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { Money, Num, Percent } from "@/ui/base/Numbers";
import { useChannel } from "@/ui/picker/useChannels";
import { textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import type { BrandListProps } from "./BrandCards";

const columns = (siteId: number | undefined): Array<Column<Brand>> => [
  { key: "name", title: words.brand, cell: (brand) => <Name brand={brand} /> },
  textColumn("commission", words.commission, { phone: "figure" }),
  {
    key: "epc",
    money: true,
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
    key: "paid_within",
    title: words.paidWithinHead,
    term: "paidWithin",
    numeric: true,
    cell: ({ paid_within }) => <Num value={paid_within} />,
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
  const rows = (answer.data?.list ?? []).filter(({ mcid }) => chosen.includes(mcid));
  const open = approved ? rows.filter(isOpenTo) : [];
  const applyToAll = async () => {
    if (open.some(isReviewed)) return setAsking(true);
    await apply(open);
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
              {rows.length >= COMPARED_MIN && rows.length <= COMPARED_MAX && (
                <ButtonLink
                  to="/brands/compare"
                  search={{ mcids: rows.map(({ mcid }) => mcid) }}
                  size="xs"
                  variant="default"
                >
                  {measured.compareMany(rows.length)}
                </ButtonLink>
              )}
              {open.length > 0 && (
                <Button size="xs" loading={busy} onClick={() => void applyToAll()}>
                  {words.applyMany(open.length)}
                </Button>
              )}
            </Group>
          </Group>
        </Paper>
      )}
      <ApplicationModal
        opened={asking}
        brands={open}
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
        link={({ mcid }) => ({
          to: "/brands/$mcid",
          params: { mcid },
          search: { site_id: siteId },
        })}
        selection={{
          chosen: rows,
          onChosen: (brands) => setChosen(brands.map(({ mcid }) => mcid)),
          selectable: () => true,
          label: ({ name }) => name,
        }}
        empty={empty}
        pages={pages}
      />
    </>
  );
}

function Name({ brand }: { brand: Brand }) {
  const { name, logo } = brand;
  return (
    <Group gap="xs" wrap="nowrap">
      <BrandLogo name={name} logo={logo} size={24} />
      <Text span inherit fw={500} truncate maw={200} title={name} className={classes.name}>
        {name}
      </Text>
      {brand.status !== "online" && (
        <RelationshipBadge brand={{ ...brand, relationship: RELATION_NONE }} />
      )}
    </Group>
  );
}
