/**
 * The entries of the command palette for the network's staff: publishers, orders by number, and
 * their lists.
 */

import { IconNetwork, IconReceipt, IconUser } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";

import type { NetworkAccount } from "@/api/gen/types.gen";
import { hasRole, type User } from "@/api/user/roles";
import { mayOpenTab } from "@/api/user/tabPermissions";
import { shell } from "@/text/core/shell";
import { lists } from "@/text/network/lists";
import { network } from "@/text/network/network";

import { type FoundGroup, numberIn } from "./paletteEntries";

type Tab = keyof typeof lists;

/** The groups of all that matches; none for a publisher. */
export function operatorGroups(
  user: User,
  sought: string,
  accounts: NetworkAccount[],
): FoundGroup[] {
  if (!hasRole(user, "operator")) return [];
  const typed = sought.trim();
  const groups: FoundGroup[] = [
    {
      label: lists.publishers,
      entries: accounts.map(({ uid, publisher, email }) => ({
        key: `publisher ${uid}`,
        label: publisher,
        description: `${email} · ${uid}`,
        icon: IconUser,
        link: linkOptions({ to: "/network/publishers", search: { look: String(uid) } }),
      })),
    },
    { label: network.orders, entries: hasDigit(typed) ? [ordersOf(numberIn(typed))] : [] },
    { label: shell.network, entries: tabsOf(user, typed) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const hasDigit = (typed: string) => /\d/.test(typed);

/** Orders of all publishers are looked for by their whole number, once it is chosen: they are too many for each key. */
const ordersOf = (order_id: string) => ({
  key: "order number",
  label: network.ordersOf(order_id),
  icon: IconReceipt,
  link: linkOptions({ to: "/network/orders", search: { order_id } }),
});

function tabsOf(user: User, typed: string) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return (Object.keys(lists) as Tab[])
    .filter((tab) => {
      const name = `${lists[tab]} ${shell.network}`.toLowerCase();
      return mayOpenTab(user, tab) && words.every((word) => name.includes(word));
    })
    .map((tab) => ({
      key: `tab ${tab}`,
      label: lists[tab],
      icon: IconNetwork,
      link: linkOptions({ to: `/network/${tab}` }),
    }));
}
