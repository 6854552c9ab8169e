import { Group, Paper, Stack, Text } from "@mantine/core";

import type { Brand } from "@/api/gen/types.gen";
import { BrandAction } from "@/features/brand/BrandAction";
import { BrandLogo } from "@/features/brand/BrandLogo";
import classes from "@/features/brand/Brands.module.css";
import { RelationshipBadge } from "@/features/brand/RelationshipBadge";
import { brand as words } from "@/text/publisher/brand";
import { AnchorLink } from "@/ui/base/links";
import { Money, Percent } from "@/ui/base/Numbers";

/** One brand at a glance: what it is, what it pays, how it goes, and the next step. */
export function BrandCard({ brand }: { brand: Brand }) {
  const { mcid, name, logo, categories, commission, currency, cookie_days } = brand;
  return (
    <Paper component="li" p="md" className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <BrandLogo name={name} logo={logo} />
        <Stack gap={0} miw={0} flex={1}>
          <AnchorLink
            to="/brands/$mcid"
            params={{ mcid }}
            fw={600}
            c="inherit"
            truncate
            className={classes.name}
          >
            {name}
          </AnchorLink>
          <Text size="xs" c="dimmed" truncate>
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
        <Figure name={words.epc}>
          <Money amount={brand.epc} currency={currency} />
        </Figure>
        <Figure name={words.conversion}>
          <Percent value={brand.conversion_rate} digits={1} />
        </Figure>
        <Figure name={words.approval}>
          <Percent value={brand.approval_rate} digits={0} />
        </Figure>
        <Figure name={words.cookie}>{words.days(cookie_days)}</Figure>
      </dl>
      <Group mt="auto" mih={30}>
        <BrandAction brand={brand} />
      </Group>
    </Paper>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
