import { type MantineColorScheme, Menu, Text, useMantineColorScheme } from "@mantine/core";
import {
  IconBell,
  IconDeviceDesktop,
  IconHelpCircle,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserPlus,
  IconUserShare,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { mayOpen } from "@/api/user/pagePermissions";
import { hasPermission, hasRole, publishersOf, type User } from "@/api/user/roles";
import { PublisherChoice } from "@/features/core/shell/lazy/PublisherChoice";
import { SandboxItem } from "@/features/core/shell/lazy/SandboxItem";
import { signOut } from "@/features/core/shell/lazy/signOut";
import { displayName } from "@/features/core/shell/UserMenu";
import { auth } from "@/text/accounts/auth";
import { frame } from "@/text/core/frame";
import { shell } from "@/text/core/shell";
import { LazyImpersonateModal } from "@/ui/confirm/LazyImpersonateModal";
import { MenuFrame, type MenuFrameProps } from "@/ui/overlay/lazy/MenuFrame";

const SCHEMES = [
  { scheme: "light", label: frame.light, Icon: IconSun },
  { scheme: "dark", label: frame.dark, Icon: IconMoon },
  { scheme: "auto", label: frame.auto, Icon: IconDeviceDesktop },
] as const satisfies Array<{ scheme: MantineColorScheme; label: string; Icon: unknown }>;

interface UserDropdownProps extends Omit<MenuFrameProps, "children"> {
  user: User;
}

/** The user menu: account, appearance and logout. */
export function UserDropdown({ user, ...menu }: UserDropdownProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [signingIn, setSigningIn] = useState(false);
  return (
    <>
      <MenuFrame {...menu} width={232} withinPortal={false}>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {displayName(user)}
          </Text>
          <Text size="xs" truncate>
            {user.login_email}
          </Text>
        </Menu.Label>
        {publishersOf(user).length > 1 && <PublisherChoice publishers={publishersOf(user)} />}
        <Menu.Divider />
        <Menu.Label>{frame.scheme}</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {SCHEMES.map(({ scheme, label, Icon }) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              rightSection={<Icon size={16} stroke={1.5} />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to="/help"
          leftSection={<IconHelpCircle size={16} stroke={1.5} />}
        >
          {shell.help}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/announcements"
          leftSection={<IconBell size={16} stroke={1.5} />}
        >
          {shell.announcements}
        </Menu.Item>
        {!hasRole(user, "operator") && mayOpen(user, "/auth/refer") && (
          <Menu.Item
            component={Link}
            to="/auth/refer"
            leftSection={<IconUserPlus size={16} stroke={1.5} />}
          >
            {auth.refer}
          </Menu.Item>
        )}
        {!hasRole(user, "operator") && !user.impersonated_by && (
          <SandboxItem inside={user.sandbox} />
        )}
        {hasPermission(user, "account.impersonate") && (
          <Menu.Item
            leftSection={<IconUserShare size={16} stroke={1.5} />}
            onClick={() => setSigningIn(true)}
          >
            {frame.signInAs}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={signOut}>
          {frame.logout}
        </Menu.Item>
      </MenuFrame>
      {signingIn && <LazyImpersonateModal user={user} onGone={() => setSigningIn(false)} />}
    </>
  );
}
