/** What the search over everything offers, by kind: pages and actions by name, and what the portal found. */

import {
  IconBell,
  IconBuildingStore,
  IconHelpCircle,
  IconLink,
  IconPlus,
  IconReceipt,
  IconWorld,
} from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";

import type { SearchResult } from "@/api/gen/types.gen";
import { hasRole, type User } from "@/api/user/roles";
import { type Entry, menuOf } from "@/features/shell/menu";
import { shell } from "@/text/core/shell";
import { palette } from "@/text/publisher/palette";
import { formatDateTime, formatMoney } from "@/ui/base/format";

export interface Found extends Omit<Entry, "below"> {
  key: string;
  description?: string;
}

export interface FoundGroup {
  label: string;
  entries: Found[];
}

/** The groups of all that matches, in the order in which one looks for it. */
export function paletteOf(user: User, sought: string, result?: SearchResult): FoundGroup[] {
  const typed = sought.trim();
  const groups = [
    ...(result ? resultGroups(user, result) : []),
    { label: palette.pages, entries: pagesOf(user).filter(hasWords(typed)) },
    { label: palette.actions, entries: actionsOf(user, typed) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function pagesOf(user: User): Found[] {
  const pages = menuOf(user).flatMap(({ label: group, entries }) =>
    entries.map((entry) => ({ ...entry, key: entry.label, description: group })),
  );
  return [
    ...pages,
    { key: "help", label: shell.help, icon: IconHelpCircle, link: linkOptions({ to: "/help" }) },
    {
      key: "news",
      label: shell.announcements,
      icon: IconBell,
      link: linkOptions({ to: "/announcements" }),
    },
  ];
}

function actionsOf(user: User, typed: string): Found[] {
  const own: Found[] = hasRole(user, "operator")
    ? []
    : [
        {
          key: "add-channel",
          label: palette.addChannel,
          icon: IconPlus,
          link: linkOptions({ to: "/settings/channel", search: { edit: "new" } }),
        },
        {
          key: "make-link",
          label: palette.makeLink,
          icon: IconLink,
          link: linkOptions({ to: "/tools/link-generator" }),
        },
      ];
  const matches = own.filter(hasWords(typed));
  if (!typed) return matches;
  const search = {
    key: "search-help",
    label: palette.searchHelp(typed),
    icon: IconHelpCircle,
    link: linkOptions({ to: "/help", search: { keyword: typed } }),
  };
  return [...matches, search];
}

function hasWords(typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ label, description = "" }: Found) =>
    words.every((word) => `${label} ${description}`.toLowerCase().includes(word));
}

function resultGroups(user: User, { brands, orders, links, channels }: SearchResult): FoundGroup[] {
  const operator = hasRole(user, "operator");
  return [
    {
      label: palette.brands,
      entries: brands.map(({ mcid, name, commission, status }) => ({
        key: `brand ${mcid}`,
        label: name,
        description: status === "online" ? commission : palette.statuses[status],
        icon: IconBuildingStore,
        link: operator
          ? linkOptions({ to: "/network", search: { look: mcid } })
          : linkOptions({ to: "/brands/$mcid", params: { mcid } }),
      })),
    },
    {
      label: palette.orders,
      entries: orders.map(({ oid, order_id, brand_name, sale_amount, currency, order_time }) => ({
        key: `order ${oid}`,
        label: order_id,
        description: `${brand_name} · ${formatMoney(sale_amount, currency)} · ${formatDateTime(order_time, user.time_zone)}`,
        icon: IconReceipt,
        link: linkOptions({ to: "/reports/transactions", search: { oid } }),
      })),
    },
    {
      label: palette.links,
      entries: links.map(({ link_id, code, brand_name, target_url, note }) => ({
        key: `link ${link_id}`,
        label: note || brand_name,
        description: note ? `${brand_name} · ${target_url}` : target_url,
        icon: IconLink,
        // The history opens a link that it shows.
        link: linkOptions({
          to: "/tools/link-generator",
          search: { keyword: code, link: link_id },
        }),
      })),
    },
    {
      label: palette.channels,
      entries: channels.map(({ site_id, name, website }) => ({
        key: `channel ${site_id}`,
        label: name,
        description: website,
        icon: IconWorld,
        link: linkOptions({ to: "/settings/channel", search: { edit: site_id } }),
      })),
    },
  ];
}
