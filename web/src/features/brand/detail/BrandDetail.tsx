import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { BrandCoupons } from "./BrandCoupons";
import classes from "./BrandDetail.module.css";
import { BrandFacts } from "./BrandFacts";
import { BrandRules } from "./BrandRules";
import { MyResults } from "./MyResults";
import { SimilarBrands } from "./SimilarBrands";
import { TermChanges } from "./TermChanges";
import { TermsTable } from "./TermsTable";

interface BrandDetailProps {
  brand: BrandInfo;
  siteId: number | undefined;
  /** The link generator, where links to the brand can be made. */
  generator: ReactNode;
}

/** A brand in detail: the link generator first, then commission, rules and similar brands. */
export function BrandDetail({ brand, siteId, generator }: BrandDetailProps) {
  const { description, term_changes, alternatives } = brand;
  return (
    <div className={classes.columns}>
      <Stack gap="lg" miw={0}>
        {generator}
        <Section title={words.terms}>
          <TermsTable brand={brand} />
        </Section>
        <Section title={words.rules}>
          <BrandRules brand={brand} />
        </Section>
        <BrandCoupons coupons={brand.coupons} />
        {description && (
          <Section title={words.about}>
            <Text maw={720} className={classes.description}>
              {description}
            </Text>
          </Section>
        )}
        {term_changes.length > 0 && (
          <Section title={words.changes}>
            <TermChanges changes={term_changes} />
          </Section>
        )}
        {alternatives.length > 0 && (
          <Section title={words.alternatives}>
            <SimilarBrands list={alternatives} siteId={siteId} />
          </Section>
        )}
      </Stack>
      <Stack gap="sm" miw={0}>
        <MyResults brand={brand} />
        <BrandFacts brand={brand} />
      </Stack>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}
