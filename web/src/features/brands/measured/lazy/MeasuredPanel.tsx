import { Box, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

import type { BrandInfo } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { FigureTable } from "@/features/brands/measured/FigureTable";
import { type FigureColumn, halfText } from "@/features/brands/measured/figures";
import classes from "@/features/brands/measured/Measured.module.css";
import { WaitPanel } from "@/features/brands/measured/WaitPanel";
import { measured as words } from "@/text/brands/measured";
import {
  countryName,
  formatDay,
  formatMoney,
  formatPercent,
  formatShortMonth,
} from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";

const MONTH_DAYS = [30, 60, 90] as const;

/**
 * How a brand decides and pays: across the network, for channels of the same type, and for the
 * publisher.
 */
export function MeasuredPanel({ brand: { mcid, measured } }: { brand: BrandInfo }) {
  const { measured_on, since, currency, all, my_type, mine } = measured;
  const seesMoney = useMoney();
  const columns: FigureColumn[] = [
    { key: "all", name: words.all, figures: all, own: false, currency, measured_on },
    { key: "my_type", name: words.myType, figures: my_type, own: false, currency, measured_on },
    { key: "mine", name: words.mine, figures: mine, own: true, currency, measured_on },
  ];
  return (
    <Panel
      title={words.title}
      action={
        <AnchorLink to="/brands/compare" search={{ mcids: [mcid] }} size="sm">
          {words.compareWith}
        </AnchorLink>
      }
    >
      {measured_on && since ? (
        <Stack gap="lg">
          <Hint size="sm">{words.period(formatDay(since), formatDay(measured_on))}</Hint>
          <WaitPanel columns={columns} />
          <FigureTable
            columns={columns}
            validationDays={measured.validation_days}
            paymentDays={measured.payment_days}
          />
          <Hint>{words.tooFewHelp}</Hint>
          <div className={classes.tables}>
            <Months months={all.decided_by_month} />
            <Quarters quarters={all.approved_by_quarter} />
            {seesMoney && <Countries countries={all.earned_by_country} currency={currency} />}
            <TermsSteps steps={measured.terms} />
          </div>
        </Stack>
      ) : (
        <EmptyState title={words.notYet} help={words.notYetHelp} />
      )}
    </Panel>
  );
}

interface RowsProps {
  title: string;
  heads: string[];
  rows: string[][];
}

/** A small table under its title; renders nothing without rows. */
function Rows({ title, heads, rows }: RowsProps): ReactNode {
  if (rows.length === 0) return null;
  return (
    <Stack component="section" gap="xs" miw={0} aria-label={title}>
      <Title order={3}>{title}</Title>
      <Box className="portal-scroll" tabIndex={0} role="region" aria-label={title}>
        <SmallTable label={title}>
          <thead>
            <tr>
              {heads.map((head, index) => (
                <Head key={head} numeric={index > 0}>
                  {head}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]}>
                {row.map((text, index) => (
                  <Cell key={heads[index]} numeric={index > 0}>
                    {text}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Box>
    </Stack>
  );
}

type Figures = BrandInfo["measured"]["all"];

function Months({ months }: { months: Figures["decided_by_month"] }) {
  return (
    <Rows
      title={words.months}
      heads={[words.month, words.days30, words.days60, words.days90, words.monthHalf]}
      rows={months.map(({ month, points, half_days, half_over }) => [
        formatShortMonth(`${month}-01`),
        ...MONTH_DAYS.map((days) => {
          const point = points.find((each) => each.days === days);
          return point ? formatPercent(point.share, 0) : "–";
        }),
        halfText({ half_days, half_over }),
      ])}
    />
  );
}

function Quarters({ quarters }: { quarters: Figures["approved_by_quarter"] }) {
  return (
    <Rows
      title={words.quarters}
      heads={[words.quarter, words.approval]}
      rows={quarters.map(({ quarter, rate }) => [
        quarter.split("-").toReversed().join(" "),
        formatPercent(rate, 0),
      ])}
    />
  );
}

interface CountriesProps {
  countries: Figures["earned_by_country"];
  currency: string;
}

function Countries({ countries, currency }: CountriesProps) {
  return (
    <Rows
      title={words.countries}
      heads={[words.country, words.epc]}
      rows={countries.map(({ country, epc }) => [
        countryName(country),
        epc === null ? "–" : formatMoney(epc, currency),
      ])}
    />
  );
}

function TermsSteps({ steps }: { steps: BrandInfo["measured"]["terms"] }) {
  return (
    <Rows
      title={words.termsSteps}
      heads={[words.termsDay, words.termsChange, words.termsNotice]}
      rows={steps.map(({ day, before, after, name, announced_days }) => [
        `${formatDay(day)} · ${name}`,
        words.change(before, after),
        announced_days > 0 ? words.noticeDays(announced_days) : words.noNotice,
      ])}
    />
  );
}
