import { Box, SegmentedControl, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { BrandInfo, Performance } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { seesMoney } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { brand as words } from "@/text/brands/brand";
import { ownResults } from "@/text/brands/ownResults";
import { AlertNotice, useBrandAlerts } from "@/ui/alert/AlertNotice";
import { formatMoney, formatNumber, formatShortDay } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { lastDays } from "@/ui/base/period";
import { Trend } from "@/ui/chart/Trend";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Panel } from "@/ui/layout/Panel";

const FIGURES = ["commission", "orders", "clicks"] as const;
type Figure = (typeof FIGURES)[number];
const DAYS = 30;
const HEIGHT = 240;

/** The publisher's own results with a brand by day, alerts about them, and a link to the report. */
export function ResultsPanel({ brand: { mcid } }: { brand: BrandInfo }) {
  const user = useUser();
  const alerts = useBrandAlerts(user, mcid);
  const { time_zone } = user;
  const figures = FIGURES.filter((each) => seesMoney(user) || each !== "commission");
  const [figure, setFigure] = useState<Figure>(figures[0] ?? "orders");
  const search = { ...lastDays(DAYS, time_zone), mcids: [mcid] };
  const { data, error, isFetching, refetch } = useQuery(
    query("/reports/performance", {
      filter: { ...search, group_by: ["date"], sort: "date" },
      page: { perPage: DAYS },
    }),
  );
  return (
    <Panel
      title={ownResults.title}
      action={
        <SegmentedControl
          size="xs"
          aria-label={ownResults.figure}
          value={figure}
          onChange={(value) => setFigure(value as Figure)}
          data={figures.map((value) => ({ value, label: words[value] }))}
        />
      }
    >
      {alerts.ready && <AlertNotice list={alerts.list} zone={time_zone} />}
      <Box mih={HEIGHT}>
        {data && alerts.ready ? (
          <Results answer={data} figure={figure} />
        ) : error ? (
          <ErrorState
            what={ownResults.title}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton h={HEIGHT} />
        )}
      </Box>
      <AnchorLink to="/reports/performance" search={{ ...search, figure }} size="sm">
        {words.openReport}
      </AnchorLink>
    </Panel>
  );
}

function Results({ answer, figure }: { answer: Performance; figure: Figure }) {
  const { list, totals } = answer;
  if (!totals.clicks && !totals.orders) {
    return <EmptyState title={ownResults.none} help={ownResults.noneHelp} />;
  }
  const inMoney = figure === "commission";
  return (
    <Trend
      axis={words.day}
      name={ownResults.figures[figure]}
      height={HEIGHT}
      format={(value) => (inMoney ? formatMoney(value, totals.currency) : formatNumber(value))}
      whole={!inMoney}
      running
      points={list.map((row) => ({
        label: formatShortDay(row.date ?? ""),
        now: Number(row[figure] ?? 0),
      }))}
    />
  );
}
