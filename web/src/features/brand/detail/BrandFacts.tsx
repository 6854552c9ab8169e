import { Anchor, Group, Paper, Stack, Title } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { Money, Num, Percent } from "@/ui/base/Figures";
import { countryName } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { CopyButton } from "@/ui/form/CopyButton";
import { Fact } from "@/ui/form/Field";

import classes from "./BrandDetail.module.css";
import { BrandWords } from "./BrandWords";

/** What went on with a brand in the publisher's last 30 days. */
export function MyResults({ brand: { mcid, my_results } }: { brand: BrandInfo }) {
  const { clicks, orders, sales, commission, currency } = my_results;
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.myResults}
        </Title>
        <Fact name={words.commission}>
          <Money amount={commission} currency={currency} fw={600} />
        </Fact>
        <Fact name={words.sales}>
          <Money amount={sales} currency={currency} />
        </Fact>
        <Fact name={words.orders}>
          <Num value={orders} />
        </Fact>
        <Fact name={words.clicks}>
          <Num value={clicks} />
        </Fact>
        <AnchorLink to="/reports/performance" search={{ mcids: [mcid] }} size="sm">
          {words.openReport}
        </AnchorLink>
      </Stack>
    </Paper>
  );
}

/** A brand's days, places and ways. */
export function BrandFacts({ brand }: { brand: BrandInfo }) {
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.details}
        </Title>
        <Fact name={words.offerType}>{words.offerTypes[brand.offer_type]}</Fact>
        <Fact name={words.epc}>
          <Money amount={brand.epc} currency={brand.currency} />
        </Fact>
        <Fact name={words.conversion}>
          <Percent value={brand.conversion_rate} digits={1} />
        </Fact>
        <Fact name={words.approval}>
          <Percent value={brand.approval_rate} digits={0} />
        </Fact>
        <Fact name={words.cookieDays}>{words.days(brand.cookie_days)}</Fact>
        <Fact name={words.validation}>{words.days(brand.validation_days)}</Fact>
        <Fact name={words.payment}>{words.days(brand.payment_days)}</Fact>
        <Fact name={words.approvalWay}>
          {brand.approval === "auto" ? words.automatic : words.byHand}
        </Fact>
        <Fact name={words.deepLinks}>{brand.deep_link ? words.yes : words.homeOnly}</Fact>
        <Fact name={words.sellsIn}>
          {brand.regions.length > 0 ? brand.regions.map(countryName).join(", ") : words.anywhere}
        </Fact>
        <Title order={3} mt="xs">
          {words.domains}
        </Title>
        <BrandWords list={brand.domains} />
        {brand.contact && (
          <>
            <Title order={3} mt="xs">
              {words.contact}
            </Title>
            <Contact value={brand.contact} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

function Contact({ value }: { value: string }) {
  if (!/^\S+@\S+$/.test(value)) return <div>{value}</div>;
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor href={`mailto:${value}`} size="sm" className={classes.contact}>
        {value}
      </Anchor>
      <CopyButton value={value} />
    </Group>
  );
}
