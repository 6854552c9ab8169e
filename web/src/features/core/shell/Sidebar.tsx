import { ActionIcon, Avatar, Text, VisuallyHidden } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import type { ComponentType, ReactNode } from "react";

import { currentPublisher, hasRole, type User } from "@/api/user/roles";
import { frame } from "@/text/core/frame";
import { formatNumber } from "@/ui/base/format";
import type { Entry, Group } from "@/ui/base/menu";
import { overlay } from "@/ui/base/overlay";
import { useLastChannel } from "@/ui/picker/lastChannel";
import { menuOf } from "./menu";
import classes from "./Sidebar.module.css";
import { displayName } from "./UserMenu";

const SidebarTooltip = overlay(
  () => import("./lazy/SidebarTooltip").then(({ SidebarTooltip }) => SidebarTooltip),
  ({ children }) => children,
);

/** How many characters of the email address are shown; the title has all of it. */
const EMAIL_LENGTH = 14;

/** Loads the groups of the network's pages, for its staff, and passes them on. */
export type NetworkMenu = ComponentType<{ children: (groups: Group[]) => ReactNode }>;

interface SidebarProps {
  user: User;
  collapsed: boolean;
  NetworkMenu?: NetworkMenu;
  /** Absent if the sidebar cannot collapse, as in a phone's drawer. */
  onToggle?: () => void;
  onFollow?: () => void;
}

/** The signed-in user, and the menu of pages. */
export function Sidebar({ user, collapsed, NetworkMenu, onToggle, onFollow }: SidebarProps) {
  const own = menuOf(user, useLastChannel(user.uid));
  const show = (groups: Group[]) => (
    <Groups of={groups} collapsed={collapsed} onFollow={onFollow} />
  );
  const name = user.account || user.username;
  // Who works for several sees for which one they act now; the user menu has the address.
  const publisher = currentPublisher(user);
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav
      className={classes.sidebar}
      aria-label={frame.navigation}
      data-collapsed={collapsed || undefined}
    >
      <div className={classes.account}>
        <Avatar
          src={user.avatar || null}
          name={displayName(user)}
          size={32}
          radius="md"
          alt=""
          color="indigo"
        />
        {!collapsed && (
          <div className={classes.names}>
            <Text fw={600} truncate>
              {name}
              {user.nickname && user.nickname !== name && (
                <Text span c="dimmed" fw={400}>
                  {` ${user.nickname}`}
                </Text>
              )}
            </Text>
            <Text
              size="xs"
              c="dimmed"
              title={publisher ? publisher.name : user.login_email}
              truncate
            >
              {publisher ? publisher.name : shortenEmail(user.login_email)}
            </Text>
          </div>
        )}
      </div>
      <div className={classes.scroll}>
        {NetworkMenu && hasRole(user, "operator") ? (
          <NetworkMenu>{(groups) => show([...groups, ...own])}</NetworkMenu>
        ) : (
          show(own)
        )}
      </div>
      {onToggle && (
        <div className={classes.foot}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={collapsed ? frame.expand : frame.collapse}
            aria-expanded={!collapsed}
            onClick={onToggle}
          >
            <Toggle size={18} stroke={1.5} />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
}

function shortenEmail(email: string): string {
  return email.length > EMAIL_LENGTH ? `${email.slice(0, EMAIL_LENGTH)}…` : email;
}

interface Followed {
  collapsed: boolean;
  onFollow?: () => void;
}

function Groups({ of, ...followed }: Followed & { of: Group[] }) {
  return of.map(({ label, entries }) => (
    // Labels repeat where an operator is a publisher as well.
    <div key={entries[0]?.link.to} className={classes.group}>
      {label &&
        (followed.collapsed ? (
          <hr className={classes.rule} />
        ) : (
          <div className={classes.label}>{label}</div>
        ))}
      <ul className={classes.list} aria-label={label}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <Item entry={entry} {...followed} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Item({
  entry: { label, icon: Icon, link, below, waiting = 0 },
  collapsed,
  onFollow,
}: Followed & { entry: Entry }) {
  const within = useLocation({ select: ({ pathname }) => below && pathname.startsWith(below) });
  const item = (
    <Link
      {...link}
      className={classes.item}
      data-within={within || undefined}
      activeOptions={{ includeSearch: link.search !== undefined }}
      aria-label={
        collapsed
          ? [label, waiting && `${waiting} ${frame.waiting}`].filter(Boolean).join(", ")
          : undefined
      }
      onClick={onFollow}
    >
      <Icon size={18} stroke={1.5} />
      {!collapsed && <span>{label}</span>}
      {waiting > 0 && (
        <span className={classes.waiting}>
          {formatNumber(waiting)}
          <VisuallyHidden> {frame.waiting}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
  if (!collapsed) return item;
  return <SidebarTooltip label={label}>{item}</SidebarTooltip>;
}
