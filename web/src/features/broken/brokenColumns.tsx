import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/publisher/broken";
import { AddressText } from "@/ui/base/AddressText";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import type { Column } from "@/ui/table/DataTable";

import { BrokenBadge } from "./BrokenBadge";

export function brokenColumns(currency: string, zone: string): Array<Column<BrokenLink>> {
  return [
    { key: "brand_name", title: words.brand, cell: ({ brand_name }) => brand_name },
    {
      key: "type",
      title: words.fault,
      phone: "status",
      always: true,
      cell: (link) => <BrokenBadge link={link} />,
    },
    {
      key: "at_risk",
      title: words.risk(currency),
      numeric: true,
      phone: "figure",
      cell: ({ at_risk, state }) =>
        at_risk === null || state === "fixed" ? (
          ""
        ) : (
          <Money amount={at_risk} currency={currency} bare />
        ),
    },
    {
      key: "target_url",
      title: words.target,
      phone: "more",
      cell: ({ target_url }) => <AddressText url={target_url} width={240} />,
    },
    { key: "site_name", title: words.channel, cell: ({ site_name }) => site_name },
    {
      key: "clicks",
      title: words.clicks,
      numeric: true,
      cell: ({ clicks }) => <Num value={clicks} />,
    },
    {
      key: "first_seen",
      title: words.firstSeen,
      cell: ({ first_seen }) => <DateText value={first_seen} zone={zone} />,
    },
    {
      key: "last_checked",
      title: words.checked,
      cell: (link) => <LastCheck link={link} zone={zone} />,
    },
  ];
}

/** When a link was last looked at, or that it is being looked at. */
export function LastCheck({ link, zone }: { link: BrokenLink; zone: string }) {
  if (link.checking) return words.checking;
  return link.last_checked ? <DateText value={link.last_checked} zone={zone} /> : words.never;
}
