/**
 * The menu of the sidebar, whose entries the command palette offers too. Each new page gets an
 * entry here.
 */

import {
  IconAlertTriangle,
  IconApi,
  IconBuildingStore,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconHome,
  IconHourglass,
  IconLink,
  IconListDetails,
  IconLock,
  IconReceipt,
  IconSparkles,
  IconTable,
  IconUnlink,
  IconUser,
  IconUsers,
  IconWebhook,
  IconWorld,
} from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { RELATION_JOINED, RELATION_NONE } from "@/api/gen/enums.gen";

import { mayOpen } from "@/api/user/pagePermissions";
import { hasRole, type User } from "@/api/user/roles";
import { shell } from "@/text/core/shell";
import type { Entry, Group } from "@/ui/base/menu";

const LOGIN: Entry = {
  label: shell.login,
  icon: IconLock,
  link: linkOptions({ to: "/settings/login" }),
};

/** Only in the sandbox, to which the user menu leads. */
const SANDBOX: Entry = {
  label: shell.sandbox,
  icon: IconApi,
  link: linkOptions({ to: "/sandbox" }),
};

const PUBLISHER: Group[] = [
  {
    entries: [{ label: shell.dashboard, icon: IconHome, link: linkOptions({ to: "/dashboard" }) }],
  },
  {
    label: shell.brands,
    entries: [
      {
        label: shell.newBrands,
        icon: IconSparkles,
        link: linkOptions({ to: "/brands/find", search: { status: RELATION_NONE } }),
      },
      {
        label: shell.myBrands,
        icon: IconBuildingStore,
        link: linkOptions({ to: "/brands/find", search: { status: RELATION_JOINED } }),
      },
    ],
  },
  {
    label: shell.reports,
    entries: [
      {
        label: shell.performance,
        icon: IconChartBar,
        link: linkOptions({ to: "/reports/performance" }),
      },
      {
        label: shell.transactions,
        icon: IconListDetails,
        link: linkOptions({ to: "/reports/transactions" }),
      },
      {
        label: shell.alerts,
        icon: IconAlertTriangle,
        link: linkOptions({ to: "/reports/alerts" }),
      },
      {
        label: shell.books,
        icon: IconReceipt,
        link: linkOptions({ to: "/reports/books" }),
      },
      {
        label: shell.schedules,
        icon: IconWebhook,
        link: linkOptions({ to: "/reports/schedules" }),
      },
      {
        label: shell.spreadsheets,
        icon: IconTable,
        link: linkOptions({ to: "/reports/spreadsheets" }),
      },
    ],
  },
  {
    label: shell.payments,
    entries: [
      {
        label: shell.paymentSummary,
        icon: IconCoins,
        link: linkOptions({ to: "/payments/summary" }),
      },
      {
        label: shell.paymentDetails,
        icon: IconReceipt,
        link: linkOptions({ to: "/payments/details" }),
      },
      {
        label: shell.ageing,
        icon: IconHourglass,
        link: linkOptions({ to: "/payments/ageing" }),
      },
    ],
  },
  {
    label: shell.tools,
    entries: [
      {
        label: shell.apis,
        icon: IconApi,
        link: linkOptions({ to: "/tools/apis" }),
        below: "/tools/apis/",
      },
      {
        label: shell.globalPostback,
        icon: IconWebhook,
        link: linkOptions({ to: "/tools/global-postback/list" }),
        below: "/tools/global-postback/",
      },
      {
        label: shell.linkGenerator,
        icon: IconLink,
        link: linkOptions({ to: "/tools/link-generator" }),
        below: "/tools/link-generator",
      },
      {
        label: shell.brokenLinks,
        icon: IconUnlink,
        link: linkOptions({ to: "/tools/broken-links" }),
      },
      SANDBOX,
    ],
  },
  {
    label: shell.settings,
    entries: [
      { label: shell.profile, icon: IconUser, link: linkOptions({ to: "/settings/profile" }) },
      { label: shell.channels, icon: IconWorld, link: linkOptions({ to: "/settings/channel" }) },
      {
        label: shell.payment,
        icon: IconCreditCard,
        link: linkOptions({ to: "/settings/payment" }),
        below: "/settings/payment-",
      },
      LOGIN,
      { label: shell.team, icon: IconUsers, link: linkOptions({ to: "/settings/team" }) },
    ],
  },
];

const OF_CHANNEL = ["/brands/find", "/tools/link-generator"];

/** The groups for an operator without a channel. */
const OWN: Group[] = [{ label: shell.settings, entries: [LOGIN] }];

/**
 * The groups of the sidebar for a user, but for the network's own. An operator without a channel has no publisher's pages.
 */
export function menuOf(user: User, siteId?: number): Group[] {
  return hasRole(user, "operator") && !user.default_site ? OWN : publisherMenu(user, siteId);
}

/** The pages that the user may open. Those about brands and links open on the channel they were on last. */
function publisherMenu(user: User, site_id: number | undefined): Group[] {
  const groups = PUBLISHER.map(({ label, entries }) => ({
    label,
    entries: entries
      .filter((entry) => mayOpen(user, entry.link.to) && (entry !== SANDBOX || user.sandbox))
      .map((entry) =>
        site_id !== undefined && OF_CHANNEL.includes(entry.link.to)
          ? { ...entry, link: { ...entry.link, search: { ...entry.link.search, site_id } } }
          : entry,
      ),
  }));
  return groups.filter(({ entries }) => entries.length > 0);
}
