import { Group, Paper, Stack, Text } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Data } from "@/api/call";
import { RELATION_NONE } from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { BrandAction } from "@/features/brands/BrandAction";
import { BrandLogo } from "@/features/brands/BrandLogo";
import classes from "@/features/brands/Brands.module.css";
import { RelationshipBadge } from "@/features/brands/RelationshipBadge";
import { isReviewed } from "@/features/brands/useApply";
import { brand as words } from "@/text/brands/brand";
import type { TermName } from "@/text/core/glossary";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money, Percent } from "@/ui/base/Numbers";
import { Term } from "@/ui/overlay/Term";
import { CardList } from "@/ui/table/CardList";

type BrandsAnswer = UseQueryResult<Data<"/brands/find">>;

export interface BrandListProps {
  answer: BrandsAnswer;
  siteId: number | undefined;
  empty: ReactNode;
  pages: ReactNode;
}

/** Brands to look at one by one. */
export function BrandCards({ siteId, ...list }: BrandListProps) {
  return (
    <CardList
      {...list}
      label={words.list}
      size="sm"
      expected={9}
      height={204}
      card={(brand) => <BrandCard key={brand.mcid} brand={brand} siteId={siteId} />}
    />
  );
}

interface BrandCardProps {
  brand: Brand;
  /** The channel whose relationship with it is meant; the default one if absent. */
  siteId: number | undefined;
}

/** One brand at a glance: what it is, what it pays, how it goes, and the next step. */
function BrandCard({ brand, siteId }: BrandCardProps) {
  const { mcid, name, logo, categories, commission, currency, cookie_days } = brand;
  const { relationship, status } = brand;
  const seesMoney = useMoney();
  return (
    <Paper component="li" p="md" className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <BrandLogo name={name} logo={logo} />
        <Stack gap={0} miw={0} flex={1}>
          <AnchorLink
            to="/brands/$mcid"
            params={{ mcid }}
            search={{ site_id: siteId }}
            fw={600}
            c="inherit"
            truncate
            title={name}
            className={classes.name}
          >
            {name}
          </AnchorLink>
          <Text size="xs" c="dimmed" truncate title={categories.join(", ")}>
            {categories.join(", ")}
          </Text>
        </Stack>
        <Stack gap={4} align="flex-end">
          <RelationshipBadge brand={brand} />
        </Stack>
      </Group>
      <Text fw={600} lineClamp={2}>
        {commission}
      </Text>
      <dl className={classes.figures}>
        {seesMoney && (
          <Figure term="epc" name={words.epc}>
            <Money amount={brand.epc} currency={currency} />
          </Figure>
        )}
        <Figure term="conversion" name={words.conversion}>
          <Percent value={brand.conversion_rate} digits={1} />
        </Figure>
        <Figure term="approval" name={words.approval}>
          <Percent value={brand.approval_rate} digits={0} />
        </Figure>
        <Figure term="cookie" name={words.cookie}>
          {words.days(cookie_days)}
        </Figure>
      </dl>
      <Group mt="auto" mih={30}>
        <BrandAction brand={brand} siteId={siteId} />
        {relationship === RELATION_NONE && status === "online" && (
          <Hint>{isReviewed(brand) ? words.byHand : words.automatic}</Hint>
        )}
      </Group>
    </Paper>
  );
}

function Figure({ term, name, children }: { term: TermName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Term of={term} repeated>
          {name}
        </Term>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
