import { Group, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { linkOptions } from "@tanstack/react-router";

import type { Attention, OverviewRow } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { overview as words } from "@/text/network/overview";
import { formatMoney, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Panel } from "@/ui/layout/Panel";

const GROUPS: ReadonlyArray<{ title: string; names: readonly Attention[] }> = [
  {
    title: words.groups.money,
    names: [
      "payments_requested",
      "payments_processing",
      "payments_failed",
      "months",
      "brands_overdue",
    ],
  },
  {
    title: words.groups.people,
    names: ["applications", "channels", "vat_claims", "cases"],
  },
  { title: words.groups.trouble, names: ["alerts", "refused_reports", "mails"] },
];

const REVIEWS = linkOptions({ to: "/network/reviews" });

/** The list behind each number. */
const LINKS = {
  payments_requested: linkOptions({
    to: "/network/payments",
    search: { payment_state: "requested" },
  }),
  payments_processing: linkOptions({
    to: "/network/payments",
    search: { payment_state: "processing" },
  }),
  payments_failed: linkOptions({ to: "/network/payments", search: { payment_state: "failed" } }),
  months: linkOptions({ to: "/network/settlements" }),
  brands_overdue: linkOptions({
    to: "/network/settlements",
    search: { settlement_state: "waiting" },
  }),
  applications: REVIEWS,
  channels: REVIEWS,
  vat_claims: REVIEWS,
  cases: linkOptions({ to: "/network/cases", search: { case_state: "open" } }),
  alerts: linkOptions({ to: "/network/alerts", search: { task: "open" } }),
  refused_reports: linkOptions({ to: "/network/refused" }),
  mails: linkOptions({ to: "/network/mails" }),
} satisfies Record<Attention, object>;

/** What waits for the network, each with its number and what it is worth, and the list that has it. */
export function Overview() {
  const answer = useQuery(query("/network/overview"));
  return (
    <Answer of={answer} waiting={<Skeleton h={420} radius="lg" />}>
      {({ held, list }) => (
        <Stack gap="lg">
          <Hint size="sm">{words.help}</Hint>
          {held && <Callout state="rejected" title={words.held} />}
          {list.every(({ count }) => count === 0) ? (
            <EmptyState title={words.nothing} help={words.nothingHelp} />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
              {GROUPS.map(({ title, names }) => (
                <Waiting
                  key={title}
                  title={title}
                  list={names.flatMap((name) => list.find((row) => row.name === name) ?? [])}
                />
              ))}
            </SimpleGrid>
          )}
        </Stack>
      )}
    </Answer>
  );
}

/** Rows of one kind; those without anything are named in one line below. */
function Waiting({ title, list }: { title: string; list: OverviewRow[] }) {
  if (list.length === 0) return null;
  const some = list.filter(({ count }) => count > 0);
  const none = list.filter(({ count }) => count === 0);
  return (
    <Panel title={title} tall>
      {some.length > 0 && (
        <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }}>
          {some.map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </Stack>
      )}
      {none.length > 0 && (
        <Hint size="sm">
          {words.quiet} {none.map(({ name }) => words.rows[name].title).join(", ")}
        </Hint>
      )}
    </Panel>
  );
}

function Row({ row: { name, count, amounts } }: { row: OverviewRow }) {
  const { title, help } = words.rows[name];
  return (
    <Group component="li" justify="space-between" align="flex-start" wrap="nowrap" gap="md">
      <div style={{ minWidth: 0 }}>
        <AnchorLink {...LINKS[name]} fw={500} c="inherit">
          {title}
        </AnchorLink>
        <Hint>{help}</Hint>
        {amounts && (
          <Text size="sm">
            {Object.entries(amounts)
              .map(([currency, amount]) => formatMoney(amount, currency))
              .join(", ")}
          </Text>
        )}
      </div>
      <Text fz={20} fw={600} lh="28px" style={{ fontVariantNumeric: "tabular-nums" }}>
        {formatNumber(count)}
      </Text>
    </Group>
  );
}
