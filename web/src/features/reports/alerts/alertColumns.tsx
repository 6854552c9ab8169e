import { Text } from "@mantine/core";
import type { Alert } from "@/api/gen/types.gen";
import { alert as common } from "@/text/reports/alert";
import { alerts as words } from "@/text/reports/alerts";
import { brandOf, costPerDay, costSoFar, titleOf } from "@/ui/alert/alertWords";
import type { AlertRow } from "@/ui/alert/arrangeAlerts";
import { formatDayIn } from "@/ui/base/format";
import type { Column } from "@/ui/table/DataTable";
import { AlertState } from "./AlertState";

/** The columns of alerts in one state, which is a column of its own only where it says more than the filter. */
export function alertColumns(zone: string, state: Alert["state"]): Array<Column<AlertRow>> {
  return [
    {
      key: "kind",
      title: words.what,
      cell: (row) => (
        <Text span inherit fw={500}>
          {titleOf(row)}
        </Text>
      ),
    },
    { key: "brand_name", title: words.brand, phone: "more", cell: brandOf },
    {
      key: "money_at_risk",
      money: true,
      title: words.cost,
      numeric: true,
      phone: "figure",
      cell: ({ money_at_risk: risk }) => (risk ? costSoFar(risk) : "–"),
    },
    {
      key: "per_day",
      money: true,
      title: words.perDay,
      numeric: true,
      cell: ({ money_at_risk: risk }) => (risk && costPerDay(risk)) ?? "–",
    },
    {
      key: "site_name",
      title: words.channel,
      phone: "more",
      cell: ({ site_name, link_id }) =>
        [site_name ?? words.allChannels, link_id && common.link(link_id)]
          .filter(Boolean)
          .join(" · "),
    },
    { key: "since", title: words.since, cell: ({ since }) => formatDayIn(since, zone) },
    ...(state === "open" ? [] : [stateColumn(zone)]),
  ];
}

const stateColumn = (zone: string): Column<AlertRow> => ({
  key: "state",
  title: words.state,
  phone: "status",
  cell: (alert) => <AlertState alert={alert} zone={zone} />,
});
