import { ActionIcon, Avatar, Text } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";

import { publishersOf, type User } from "@/api/user/roles";
import { frame } from "@/text/core/frame";
import { overlay } from "@/ui/base/overlay";
import { useLastChannel } from "@/ui/picker/lastChannel";
import { type Entry, menuOf } from "./menu";
import classes from "./Sidebar.module.css";
import { displayName } from "./UserMenu";

const SidebarTooltip = overlay(
  () => import("./lazy/SidebarTooltip").then(({ SidebarTooltip }) => SidebarTooltip),
  ({ children }) => children,
);

/** How many characters of the email address are shown; the title has all of it. */
const EMAIL_LENGTH = 14;

interface SidebarProps {
  user: User;
  collapsed: boolean;
  /** Absent if the sidebar cannot collapse, as in a phone's drawer. */
  onToggle?: () => void;
  onFollow?: () => void;
}

/** The signed-in user, and the menu of pages. */
export function Sidebar({ user, collapsed, onToggle, onFollow }: SidebarProps) {
  const siteId = useLastChannel(user.uid);
  const name = user.account || user.username;
  // Who works for several sees for which one they act now; the user menu has the address.
  const publisher = publishersOf(user).find((each) => each.current);
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
        {menuOf(user, siteId).map(({ label, entries }) => (
          <div key={label ?? ""} className={classes.group}>
            {label &&
              (collapsed ? (
                <hr className={classes.rule} />
              ) : (
                <div className={classes.label}>{label}</div>
              ))}
            <ul className={classes.list} aria-label={label}>
              {entries.map((entry) => (
                <li key={entry.label}>
                  <Item entry={entry} collapsed={collapsed} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
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

interface ItemProps {
  entry: Entry;
  collapsed: boolean;
  onFollow?: () => void;
}

function Item({ entry: { label, icon: Icon, link, below }, collapsed, onFollow }: ItemProps) {
  const within = useLocation({ select: ({ pathname }) => below && pathname.startsWith(below) });
  const item = (
    <Link
      {...link}
      className={classes.item}
      data-within={within || undefined}
      activeOptions={{ includeSearch: link.search !== undefined }}
      aria-label={collapsed ? label : undefined}
      onClick={onFollow}
    >
      <Icon size={18} stroke={1.5} />
      {!collapsed && <span>{label}</span>}
    </Link>
  );
  if (!collapsed) return item;
  return <SidebarTooltip label={label}>{item}</SidebarTooltip>;
}
