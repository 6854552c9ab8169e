/**
 * The entries of the command palette by kind: pages and actions by name, and the portal's search
 * results.
 */

import type { MantineColorScheme } from "@mantine/core";
import {
  IconBell,
  IconBuildingStore,
  IconCash,
  IconChartBar,
  IconHelpCircle,
  IconLink,
  IconListDetails,
  IconLock,
  IconPlus,
  IconReceipt,
  IconSparkles,
  IconUser,
  IconWorld,
} from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";

import type { ArticleRow, SearchResult } from "@/api/gen/types.gen";
import { mayOpen } from "@/api/user/pagePermissions";
import { hasPermission, hasRole, seesMoney, type User } from "@/api/user/roles";
import { menuOf } from "@/features/core/shell/menu";
import { auth } from "@/text/accounts/auth";
import { profile } from "@/text/accounts/profile";
import { frame } from "@/text/core/frame";
import { palette } from "@/text/core/palette";
import { shell } from "@/text/core/shell";
import { why } from "@/text/reports/why";
import { formatDateTime, formatMoney } from "@/ui/base/format";
import type { Entry } from "@/ui/base/menu";

/** The action of an entry that opens no page. */
export type Act = "sign_out" | MantineColorScheme;

export interface Found extends Omit<Entry, "below" | "link"> {
  key: string;
  description?: string;
  link?: Entry["link"];
  act?: Act;
}

export interface FoundGroup {
  label: string;
  entries: Found[];
}

interface Search {
  /** The typed text. */
  sought: string;
  /** The portal's search results. */
  result?: SearchResult;
  /** The help articles that match the typed text. */
  articles?: ArticleRow[];
  /** The channel on which pages about brands and links open. */
  siteId?: number;
}

/** What is named before a number, as in `order LO-7`: the portal finds the number alone. */
const KIND = /^(?:orders?|payments?|links?)\s+(?:no\.?|number|#)?\s*(?=\S*\d\S*$)/i;

/** The typed text as it is searched for: a number without what it is the number of. */
export const numberIn = (typed: string) => typed.replace(KIND, "");

/** The groups of all that matches, in the order in which one looks for it. */
export function paletteOf(
  user: User,
  { sought, result, articles = [], siteId }: Search,
): FoundGroup[] {
  const typed = sought.trim();
  const groups = [
    ...(result ? resultGroups(user, result, siteId) : []),
    { label: palette.pages, entries: matchesOf(typed, pagesOf(user, siteId)) },
    { label: palette.actions, entries: matchesOf(typed, actionsOf(user, siteId)) },
    { label: shell.help, entries: typed ? [...articles.map(articleEntry), helpOn(typed)] : [] },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function pagesOf(user: User, siteId: number | undefined): Found[] {
  const pages = menuOf(user, siteId).flatMap(({ label: group, entries }) =>
    entries.map(({ below: _, ...entry }) => ({ ...entry, key: entry.label, description: group })),
  );
  const others = hasRole(user, "operator") ? [] : OF_PUBLISHERS;
  return [...pages, ...others.filter(({ link }) => mayOpen(user, link?.to ?? "")), ...OF_ALL];
}

/** Pages that the menu does not name. */
const OF_PUBLISHERS: Found[] = [
  {
    key: "applications",
    label: shell.applications,
    description: shell.brands,
    icon: IconListDetails,
    link: linkOptions({ to: "/brands/applications" }),
  },
  {
    key: "clicks",
    label: shell.clicks,
    description: shell.reports,
    icon: IconChartBar,
    link: linkOptions({ to: "/reports/clicks" }),
  },
  {
    key: "cases",
    label: shell.cases,
    description: shell.reports,
    icon: IconListDetails,
    link: linkOptions({ to: "/reports/cases" }),
  },
  {
    key: "why",
    label: why.ask,
    description: shell.reports,
    icon: IconHelpCircle,
    link: linkOptions({ to: "/reports/why" }),
  },
  {
    key: "mails",
    label: profile.mails,
    description: shell.profile,
    icon: IconBell,
    link: linkOptions({ to: "/settings/profile", hash: "mails" }),
  },
  {
    key: "refer",
    label: auth.refer,
    icon: IconUser,
    link: linkOptions({ to: "/auth/refer" }),
  },
];
const OF_ALL: Found[] = [
  {
    key: "downloads",
    label: shell.downloads,
    icon: IconReceipt,
    link: linkOptions({ to: "/downloads" }),
  },
  { key: "help", label: shell.help, icon: IconHelpCircle, link: linkOptions({ to: "/help" }) },
  {
    key: "news",
    label: shell.announcements,
    icon: IconBell,
    link: linkOptions({ to: "/announcements" }),
  },
];

function actionsOf(user: User, site_id: number | undefined): Found[] {
  const own: Array<Found & { permission: string }> = [
    {
      permission: "site.edit",
      key: "add-channel",
      label: palette.addChannel,
      icon: IconPlus,
      link: linkOptions({ to: "/settings/channel", search: { edit: "new" } }),
    },
    {
      permission: "link.edit",
      key: "make-link",
      label: palette.makeLink,
      icon: IconLink,
      link: linkOptions({ to: "/tools/link-generator", search: { site_id } }),
    },
  ];
  const schemes = (["light", "dark", "auto"] as const).map((scheme) => ({
    key: "scheme",
    label: palette.scheme(frame[scheme]),
    icon: IconSparkles,
    act: scheme,
  }));
  const signOut: Found = {
    key: "sign_out",
    label: frame.logout,
    icon: IconLock,
    act: "sign_out",
  };
  const allowed = hasRole(user, "operator")
    ? []
    : own.filter(({ permission }) => hasPermission(user, permission));
  return [...allowed, ...schemes, signOut];
}

const articleEntry = ({ slug, title, summary }: ArticleRow): Found => ({
  key: `article ${slug}`,
  label: title,
  description: summary,
  icon: IconHelpCircle,
  link: linkOptions({ to: "/help", search: { article: slug } }),
});

/** The entry that searches all of help. */
export const SEARCH_HELP = "search-help";

const helpOn = (typed: string): Found => ({
  key: SEARCH_HELP,
  label: palette.searchHelp(typed),
  icon: IconHelpCircle,
  link: linkOptions({ to: "/help", search: { keyword: typed } }),
});

/** Entries with all typed words: by name first, then by synonym. */
function matchesOf(typed: string, entries: Found[]): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const nameOf = ({ label, description = "" }: Found) => `${label} ${description}`;
  const keywordsOf = ({ key, link }: Found) =>
    palette.keywords[key] ?? palette.keywords[link?.to ?? ""] ?? "";
  const allOf = (entry: Found) => `${nameOf(entry)} ${keywordsOf(entry)}`;
  const named = entries.filter((entry) => hasWords(nameOf(entry)));
  return [...named, ...entries.filter((e) => !named.includes(e) && hasWords(allOf(e)))];
}

function resultGroups(
  user: User,
  { brands, orders, payments, links, channels }: SearchResult,
  site_id: number | undefined,
): FoundGroup[] {
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
          ? linkOptions({ to: "/network/brands", search: { look: mcid } })
          : linkOptions({ to: "/brands/$mcid", params: { mcid }, search: { site_id } }),
      })),
    },
    {
      label: palette.orders,
      entries: orders.map(({ oid, order_id, brand_name, sale_amount, currency, order_time }) => ({
        key: `order ${oid}`,
        label: order_id,
        description: [
          brand_name,
          ...(seesMoney(user) ? [formatMoney(sale_amount, currency)] : []),
          formatDateTime(order_time, user.time_zone),
        ].join(" · "),
        icon: IconReceipt,
        link: linkOptions({ to: "/reports/transactions", search: { oid } }),
      })),
    },
    {
      label: palette.payments,
      entries: payments.map(({ payment_id, net, currency, request_date }) => ({
        key: `payment ${payment_id}`,
        label: palette.payment(payment_id),
        description: `${formatMoney(net, currency)} · ${formatDateTime(request_date, user.time_zone)}`,
        icon: IconCash,
        link: linkOptions({ to: "/payments/details", search: { payment_id } }),
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
