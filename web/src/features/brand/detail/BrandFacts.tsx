import { Anchor, Group, Paper, Stack, Title } from "@mantine/core";

import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { countryName } from "@/ui/base/format";
import { Money, Percent } from "@/ui/base/Numbers";
import { CopyButton } from "@/ui/form/CopyButton";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Term } from "@/ui/overlay/Term";

import classes from "./BrandDetail.module.css";
import { CodeList } from "./CodeList";

/** A brand's terms and conditions at a glance. */
export function BrandFacts({ brand }: { brand: BrandInfo }) {
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.details}
        </Title>
        <DetailRow name={<Term of="offerType">{words.offerType}</Term>}>
          {words.offerTypes[brand.offer_type]}
        </DetailRow>
        <DetailRow name={<Term of="epc">{words.epc}</Term>}>
          <Money amount={brand.epc} currency={brand.currency} />
        </DetailRow>
        <DetailRow name={<Term of="conversion">{words.conversion}</Term>}>
          <Percent value={brand.conversion_rate} digits={1} />
        </DetailRow>
        <DetailRow name={<Term of="approval">{words.approval}</Term>}>
          <Percent value={brand.approval_rate} digits={0} />
        </DetailRow>
        <DetailRow name={<Term of="cookie">{words.cookieDays}</Term>}>
          {words.days(brand.cookie_days)}
        </DetailRow>
        <DetailRow name={<Term of="validation">{words.validation}</Term>}>
          {words.days(brand.validation_days)}
        </DetailRow>
        <DetailRow name={<Term of="payment">{words.payment}</Term>}>
          {words.days(brand.payment_days)}
        </DetailRow>
        <DetailRow name={<Term of="approvalWay">{words.approvalWay}</Term>}>
          {brand.approval === "auto" ? words.automatic : words.byHand}
        </DetailRow>
        <DetailRow name={<Term of="deepLinks">{words.deepLinks}</Term>}>
          {brand.deep_link ? words.yes : words.homeOnly}
        </DetailRow>
        <DetailRow name={words.sellsIn}>
          {brand.regions.length > 0 ? brand.regions.map(countryName).join(", ") : words.anywhere}
        </DetailRow>
        <Title order={3} mt="xs">
          {words.domains}
        </Title>
        <CodeList list={brand.domains} />
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
