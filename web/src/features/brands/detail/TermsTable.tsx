import { Box, Paper, Text } from "@mantine/core";

import type { BrandInfo, CommissionGroup } from "@/api/gen/types.gen";
import { brand as words } from "@/text/brands/brand";
import { countryName, formatDay, formatMoney, formatNumber } from "@/ui/base/format";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

import classes from "./BrandDetail.module.css";

const RATE_DECIMALS = 4;

/** A table of a brand's commission groups. */
export function TermsTable({ brand }: { brand: BrandInfo }) {
  if (brand.commission_groups.length === 0) {
    return (
      <Paper>
        <EmptyState title={words.noTerms} help={words.noTermsHelp} />
      </Paper>
    );
  }
  return (
    <Paper className={classes.frame}>
      <Box className={classes.terms} tabIndex={0} role="region" aria-label={words.termsTable}>
        <SmallTable label={words.termsTable}>
          <thead>
            <tr>
              <Head>{words.group}</Head>
              <Head numeric>{words.rate}</Head>
              {[words.appliesTo, words.valid].map((title) => (
                <Head key={title} visibleFrom="sm">
                  {title}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {brand.commission_groups.map((group) => (
              <tr key={`${group.name} ${group.starts_at} ${scopeOf(group)}`}>
                <Cell fw={500}>
                  {group.name}
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {scopeOf(group)} · {validOf(group)}
                  </Text>
                </Cell>
                <Cell numeric fw={600}>
                  <Rate group={group} brand={brand} />
                </Cell>
                <Cell visibleFrom="sm">{scopeOf(group)}</Cell>
                <Cell visibleFrom="sm">{validOf(group)}</Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Box>
      {brand.commission_groups.some(({ starts_at, ends_at }) => starts_at ?? ends_at) && (
        <Text size="xs" c="dimmed" px="md" py="xs">
          {words.termsZone(brand.terms_time_zone)}
        </Text>
      )}
    </Paper>
  );
}

interface RateProps {
  group: CommissionGroup;
  brand: Pick<BrandInfo, "currency" | "offer_type">;
}

function Rate({ group: { pays, value }, brand: { currency, offer_type } }: RateProps) {
  if (pays === "percent") return <>{formatNumber(value, RATE_DECIMALS)}%</>;
  return (
    <>
      {formatMoney(value, currency)}{" "}
      <Text span inherit fw={400} c="dimmed">
        {words.fixed[offer_type]}
      </Text>
    </>
  );
}

function scopeOf({ category, country, uid }: CommissionGroup): string {
  const parts = [category, country && countryName(country), uid && words.forYou].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : words.allSales;
}

/** The last day is the one before `ends_at`, which is not included. */
function validOf({ starts_at, ends_at }: CommissionGroup): string {
  const start = starts_at && formatDay(starts_at);
  const end = ends_at && formatDay(new Date(Date.parse(ends_at) - 86_400_000).toISOString());
  if (start && end) return words.between(start, end);
  if (start) return words.from(start);
  return end ? words.until(end) : words.always;
}
