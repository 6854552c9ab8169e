import { Group, Paper, Stack, Text } from "@mantine/core";

import type { ReactNode } from "react";

import { RELATION_NONE } from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { BrandAction } from "@/features/brand/BrandAction";
import { BrandLogo } from "@/features/brand/BrandLogo";
import classes from "@/features/brand/Brands.module.css";
import { RelationshipBadge } from "@/features/brand/RelationshipBadge";
import { isReviewed } from "@/features/brand/useApply";
import type { TermName } from "@/text/core/terms";
import { brand as words } from "@/text/publisher/brand";
import { AnchorLink } from "@/ui/base/links";
import { Money, Percent } from "@/ui/base/Numbers";
import { Term } from "@/ui/overlay/Term";

interface BrandCardProps {
  brand: Brand;
  /** The channel whose relationship with it is meant; the default one if absent. */
  siteId: number | undefined;
}

/** One brand at a glance: what it is, what it pays, how it goes, and the next step. */
export function BrandCard({ brand, siteId }: BrandCardProps) {
  const { mcid, name, logo, categories, commission, currency, cookie_days } = brand;
  const { relationship, status } = brand;
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
        <Figure term="epc" name={words.epc}>
          <Money amount={brand.epc} currency={currency} />
        </Figure>
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
          <Text size="xs" c="dimmed">
            {isReviewed(brand) ? words.byHand : words.automatic}
          </Text>
        )}
      </Group>
    </Paper>
  );
}

interface FigureProps {
  term: TermName;
  name: string;
  children: ReactNode;
}

function Figure({ term, name, children }: FigureProps) {
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
