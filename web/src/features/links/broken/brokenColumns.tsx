import { BROKEN_TYPE_OFF_DOMAIN } from "@/api/gen/enums.gen";
import type { BrokenLink } from "@/api/gen/types.gen";
import { broken as words } from "@/text/links/broken";
import { AddressText } from "@/ui/base/AddressText";
import { DateText, Money } from "@/ui/base/Numbers";
import { countColumn, dateColumn, textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";

import { BrokenBadge } from "./BrokenBadge";

export function brokenColumns(currency: string, zone: string): Array<Column<BrokenLink>> {
  return [
    textColumn("brand_name", words.brand),
    {
      key: "type",
      title: words.fault,
      phone: "status",
      always: true,
      cell: (link) => <BrokenBadge link={link} />,
    },
    {
      key: "at_risk",
      money: true,
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
      // Its brand stands beside it, so the host is only needed where it is another one's.
      cell: ({ target_url, type }) => (
        <AddressText url={target_url} width={190} path={type !== BROKEN_TYPE_OFF_DOMAIN} />
      ),
    },
    textColumn("site_name", words.channel),
    countColumn("clicks", words.clicks),
    dateColumn("first_seen", words.firstSeen, zone),
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
