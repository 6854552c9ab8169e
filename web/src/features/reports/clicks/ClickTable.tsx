import { Group, Text } from "@mantine/core";
import type { Click, Verdict } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { linkName } from "@/features/reports/linkNames";
import type { ClickSearch } from "@/features/reports/searchParams";
import { click, deviceName } from "@/text/clicks/click";
import { capitalize, countryName, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink, ButtonLink } from "@/ui/base/links";
import { parsePeriod } from "@/ui/base/period";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { useChannelNames } from "@/ui/picker/useChannels";
import { dateColumn, textColumn } from "@/ui/table/columns";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { parsePaging } from "@/ui/table/paging";
import { useRowDrawer } from "@/ui/table/useRowDrawer";
import { clicksInput } from "./searchParams";

interface ClickTableProps {
  search: ClickSearch;
  zone: string;
  onSearch: (search: ClickSearch) => void;
  onLonger: () => void;
}

const CASE_DAYS = 90;
const DAY = 86_400_000;

/** Clicks, newest first; a row opens all that is known of it. */
export function ClickTable({ search, zone, onSearch, onLonger }: ClickTableProps) {
  const ask = clicksInput(search, zone);
  const answer = useSteadyQuery("/reports/clicks", ask);
  const siteName = useChannelNames();
  const rows = useRowDrawer({
    answer,
    id: ({ click_ref }) => click_ref,
    shown: search.click,
    onShow: (shown) => onSearch({ ...search, click: shown }),
    alone: query("/reports/clicks", {
      filter: { ...parsePeriod({ ...search }, zone), click_ref: search.click },
    }),
    title: () => click.drawer,
    actions: (row) => <ClickActions row={row} />,
  });
  const { data } = answer;
  const { start_date, end_date, perPage, cursor: _, click: __, ...narrowed } = search;
  const filtered = Object.values(narrowed).some((value) => value !== undefined);
  return (
    <DataTable
      {...rows}
      name="clicks"
      label={click.table}
      columns={clickColumns({ zone, siteName })}
      hiddenByDefault={["country", "device", "uid2", "uid3", "uid4", "uid5", "click_ref"]}
      empty={
        <EmptyState
          title={filtered ? click.emptyFiltered : click.empty}
          help={filtered ? click.emptyFilteredHelp : click.emptyHelp}
          button={{
            label: filtered ? click.clear : click.last90,
            onClick: filtered ? () => onSearch({ start_date, end_date, perPage }) : onLonger,
          }}
        />
      }
      expected={parsePaging({ perPage }).perPage}
      page={{ perPage: ask.page.perPage, cursor: search.cursor }}
      onPage={(page) => onSearch({ ...search, ...page })}
      total={data?.total_is_capped ? click.tooMany(formatNumber(data.total - 1)) : undefined}
    />
  );
}

/** A click that led to no order may be one whose order is missing. */
function ClickActions({ row }: { row: Click }) {
  const { oid, verdict, click_ref, click_time, mcid } = row;
  const mayClaim = hasPermission(useUser(), "case.edit");
  const late = Date.parse(click_time) < Date.now() - CASE_DAYS * DAY;
  if (!mayClaim || oid !== null || verdict !== "valid" || late) return null;
  return (
    <Group>
      <ButtonLink
        size="xs"
        variant="default"
        to="/reports/cases"
        search={{ add: "missing", click_ref, mcid }}
      >
        {click.missing}
      </ButtonLink>
    </Group>
  );
}

const LOOKS: Record<Verdict, State> = {
  valid: "approved",
  duplicate: "pending",
  bot: "offline",
  blocked: "rejected",
};
const UIDS = [1, 2, 3, 4, 5] as const;

const verdictLabel = (verdict: Verdict, reason: string | null) =>
  reason === click.prefetchReason ? click.prefetched : click.verdicts[verdict];

interface Shape {
  zone: string;
  siteName: (id: number) => string;
}

/** The columns of the list of clicks. */
function clickColumns({ zone, siteName }: Shape): Array<Column<Click>> {
  return [
    dateColumn("click_time", click.time, zone, { phone: "more" }),
    textColumn("brand_name", click.brand, { phone: "lead" }),
    {
      key: "verdict",
      title: click.verdict,
      phone: "status",
      cell: ({ verdict, verdict_reason }) => (
        <>
          <StatusBadge state={LOOKS[verdict]}>{verdictLabel(verdict, verdict_reason)}</StatusBadge>
          {verdict_reason && verdict_reason !== click.prefetchReason && (
            <Hint>{capitalize(verdict_reason)}</Hint>
          )}
        </>
      ),
    },
    {
      key: "oid",
      title: click.order,
      phone: "figure",
      cell: ({ oid, order_id, code_decided }) =>
        oid === null ? (
          code_decided ? (
            <Hint>{click.codeDecided}</Hint>
          ) : (
            "–"
          )
        ) : (
          <AnchorLink
            to="/reports/transactions"
            search={{ oid }}
            inherit
            onClick={(event) => event.stopPropagation()}
          >
            {order_id}
          </AnchorLink>
        ),
    },
    {
      key: "link_id",
      title: click.link,
      cell: (row) => <LinkName row={row} />,
    },
    { key: "site_id", title: click.channel, cell: (row) => siteName(row.site_id) },
    {
      key: "country",
      title: click.country,
      cell: (row) => (row.country ? countryName(row.country) : "–"),
    },
    { key: "device", title: click.device, cell: (row) => deviceName(row.device) || "–" },
    {
      key: "referrer",
      title: click.referrer,
      cell: ({ referrer }) =>
        referrer ? (
          <Text inherit truncate maw={140} title={referrer}>
            {referrer.replace(/^https?:\/\//, "")}
          </Text>
        ) : (
          "–"
        ),
    },
    ...UIDS.map((position) => ({
      key: `uid${position}`,
      title: click.label(position),
      cell: (row: Click) => row[`uid${position}`] || "–",
    })),
    textColumn("click_ref", click.ref),
  ];
}

/** The name of a click's link, which leads to it for those who may open links. */
function LinkName({ row }: { row: Click }) {
  const name = linkName(row);
  const look = { inherit: true, truncate: true, maw: 120, display: "block", title: name } as const;
  if (!hasPermission(useUser(), "link.edit")) {
    return (
      <Text span {...look}>
        {name}
      </Text>
    );
  }
  return (
    <AnchorLink
      to="/tools/link-generator"
      search={{ link: row.link_id }}
      {...look}
      onClick={(event) => event.stopPropagation()}
    >
      {name}
    </AnchorLink>
  );
}
