import { Text } from "@mantine/core";

import type { Click, Verdict } from "@/api/gen/types.gen";
import { linkName } from "@/features/report/linkNames";
import { click, deviceName } from "@/text/reports/click";
import { capitalize, countryName } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { DateText } from "@/ui/base/Numbers";
import { StatusBadge } from "@/ui/base/StatusBadge";
import type { State } from "@/ui/base/theme";
import type { Column } from "@/ui/table/DataTable";

const LOOKS: Record<Verdict, State> = {
  valid: "approved",
  duplicate: "pending",
  bot: "offline",
  blocked: "rejected",
};
const UIDS = [1, 2, 3, 4, 5] as const;

interface Shape {
  zone: string;
  siteName: (id: number) => string;
}

/** What the listing of clicks can show of each. */
export function clickColumns({ zone, siteName }: Shape): Array<Column<Click>> {
  return [
    {
      key: "click_time",
      title: click.time,
      phone: "more",
      cell: (row) => <DateText value={row.click_time} zone={zone} />,
    },
    { key: "brand_name", title: click.brand, phone: "lead", cell: (row) => row.brand_name },
    {
      key: "verdict",
      title: click.verdict,
      phone: "status",
      cell: ({ verdict, verdict_reason }) => (
        <>
          <StatusBadge state={LOOKS[verdict]}>{click.verdicts[verdict]}</StatusBadge>
          {verdict_reason && (
            <Text size="xs" c="dimmed">
              {capitalize(verdict_reason)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: "oid",
      title: click.order,
      phone: "figure",
      cell: ({ oid, order_id }) =>
        oid === null ? (
          "–"
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
      cell: (row) => (
        <AnchorLink
          to="/tools/link-generator"
          search={{ link: row.link_id }}
          inherit
          truncate
          maw={120}
          display="block"
          title={linkName(row)}
          onClick={(event) => event.stopPropagation()}
        >
          {linkName(row)}
        </AnchorLink>
      ),
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
    { key: "click_ref", title: click.ref, cell: (row) => row.click_ref },
  ];
}
