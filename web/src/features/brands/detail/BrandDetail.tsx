import { Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { BrandInfo, TermsChange } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useMoney } from "@/api/user/useMoney";
import { useUser } from "@/api/user/useUser";
import { BrandLogo } from "@/features/brands/BrandLogo";
import { brand as words } from "@/text/brands/brand";
import { formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { loadable } from "@/ui/base/loadable";
import { DateText } from "@/ui/base/Numbers";
import { CopyButton } from "@/ui/form/CopyButton";
import { CountRow, MoneyRow } from "@/ui/layout/DetailRow";
import { useLanding } from "@/ui/layout/useLanding";
import classes from "./BrandDetail.module.css";
import { BrandFacts, BrandRules } from "./BrandFacts";
import { TermsTable } from "./TermsTable";

/** The height of the results panel, with its heading and chart. */
const RESULTS_HEIGHT = 384;
const ResultsPanel = loadable(
  () => import("./lazy/ResultsPanel").then(({ ResultsPanel }) => ResultsPanel),
  <Skeleton h={RESULTS_HEIGHT} radius="lg" />,
);

/** The height of the figures at a glance, below all else in their column. */
const FACTS_HEIGHT = 320;
const MeasuredFacts = loadable(
  () => import("./lazy/MeasuredFacts").then(({ MeasuredFacts }) => MeasuredFacts),
  <Skeleton h={FACTS_HEIGHT} radius="lg" />,
);

/** The height of the panel with a brand's measured figures, at their usual number. */
const MEASURED_HEIGHT = 1200;
const MeasuredPanel = loadable(
  () =>
    import("@/features/brands/measured/lazy/MeasuredPanel").then(
      ({ MeasuredPanel }) => MeasuredPanel,
    ),
  <Skeleton h={MEASURED_HEIGHT} radius="lg" />,
);

const TermsChanges = loadable(
  () => import("./lazy/TermsChanges").then(({ TermsChanges }) => TermsChanges),
  ({ changes }) => <Skeleton h={termsChangesHeight(changes)} radius="lg" />,
);

/** The height of changes of terms: of each its head, its lines and its effect. */
function termsChangesHeight(changes: TermsChange[]) {
  const rows = changes.flatMap(({ lines }) => ["head", ...lines, "effect"]);
  return 16 + rows.length * 24 + changes.length * 16;
}

interface BrandDetailProps {
  brand: BrandInfo;
  siteId: number | undefined;
  /** The latest changes of its terms, with what they change for the publisher. */
  changes: TermsChange[];
  /** The link generator, where links to the brand can be made. */
  generator: ReactNode;
}

/** A brand in detail: the link generator first, then commission, rules and similar brands. */
export function BrandDetail({ brand, siteId, changes, generator }: BrandDetailProps) {
  const { description, term_changes, alternatives } = brand;
  const user = useUser();
  const showsResults = brand.relationship === RELATION_JOINED && hasPermission(user, "report.read");
  return (
    <div className={classes.columns}>
      <Stack gap="lg" miw={0}>
        {generator}
        {showsResults && <ResultsPanel brand={brand} />}
        <Section title={words.terms} part="terms">
          <TermsTable brand={brand} />
          {changes.length > 0 && <TermsChanges changes={changes} />}
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
          <Section title={words.alternatives} part="similar">
            <SimilarBrands list={alternatives} siteId={siteId} />
          </Section>
        )}
        {/* The last one: it loads after the page, and its height depends on the brand. */}
        {brand.measured && <MeasuredPanel brand={brand} />}
      </Stack>
      <Stack gap="sm" miw={0}>
        <MyResults brand={brand} />
        <BrandFacts brand={brand} />
        {brand.measured && <MeasuredFacts brand={brand} />}
      </Stack>
    </div>
  );
}

interface SectionProps {
  title: string;
  /** The hash of links that lead to it. */
  part?: string;
  children: ReactNode;
}

function Section({ title, part = "", children }: SectionProps) {
  const landing = useLanding(part);
  return (
    <Stack component="section" gap="sm" aria-label={title} {...(part && landing)}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

const COUPONS = "coupons";

/**
 * The coupons of a brand that can be promoted today; if there are none, it says so to visitors of a
 * link to it.
 */
function BrandCoupons({ coupons }: { coupons: BrandInfo["coupons"] }) {
  const led = useLocation({ select: ({ hash }) => hash === COUPONS });
  if (coupons.length === 0 && !led) return null;
  return (
    <Section title={words.coupons} part={COUPONS}>
      {coupons.length === 0 && <Text c="dimmed">{words.noCoupons}</Text>}
      {coupons.map(({ id, code, description, exclusive, ends_at }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="sm">
          <Stack gap={0} miw={0}>
            <Text fw={600}>{code}</Text>
            <Text size="sm">{description}</Text>
            <Hint>
              {[
                exclusive && words.couponExclusive,
                ends_at ? words.couponUntil(formatDay(ends_at)) : words.couponOpen,
              ]
                .filter(Boolean)
                .join(" · ")}
            </Hint>
          </Stack>
          <CopyButton value={code} />
        </Group>
      ))}
    </Section>
  );
}

/** How a brand's terms have changed, the latest first. */
function TermChanges({ changes }: { changes: BrandInfo["term_changes"] }) {
  const { time_zone } = useUser();
  return (
    <Paper p="md">
      <Stack gap="sm">
        {changes.map(({ at, text }) => (
          <Group key={`${at} ${text}`} justify="space-between">
            <Text>{text}</Text>
            <Hint size="sm">
              <DateText value={at} zone={time_zone} />
            </Hint>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

interface SimilarBrandsProps {
  list: BrandInfo["alternatives"];
  siteId: number | undefined;
}

/** Brands of the same kind that the channel could still join. */
function SimilarBrands({ list, siteId }: SimilarBrandsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      {list.map(({ mcid, name, logo, commission }) => (
        <Paper key={mcid} p="sm">
          <Group gap="sm" wrap="nowrap">
            <BrandLogo name={name} logo={logo} size={32} />
            <Stack gap={0} miw={0}>
              <AnchorLink
                to="/brands/$mcid"
                params={{ mcid }}
                search={{ site_id: siteId }}
                fw={500}
                c="inherit"
                truncate
                title={name}
              >
                {name}
              </AnchorLink>
              <Text size="sm" c="dimmed" truncate>
                {commission}
              </Text>
            </Stack>
          </Group>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** The publisher's results with a brand in the last 30 days. */
function MyResults({ brand: { mcid, my_results } }: { brand: BrandInfo }) {
  const seesMoney = useMoney();
  const { site_count } = useUser();
  const { clicks, orders, sales, commission, currency } = my_results;
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.myResults}
        </Title>
        {site_count > 1 && <Hint>{words.ofAllChannels}</Hint>}
        {seesMoney && (
          <>
            <MoneyRow name={words.commission} amount={commission} currency={currency} fw={600} />
            <MoneyRow name={words.sales} amount={sales} currency={currency} />
          </>
        )}
        <CountRow name={words.orders} value={orders} />
        <CountRow name={words.clicks} value={clicks} />
        <AnchorLink to="/reports/clicks" search={{ mcids: [mcid] }} size="sm">
          {words.openClicks}
        </AnchorLink>
        <AnchorLink to="/reports/performance" search={{ mcids: [mcid] }} size="sm">
          {words.openReport}
        </AnchorLink>
      </Stack>
    </Paper>
  );
}
