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
import { useEffect, useRef, useState } from "react";

import { hasPermission, hasRole, type User } from "@/api/user/roles";
import { signOut } from "@/features/shell/signOut";
import { displayName, UserButton } from "@/features/shell/UserMenu";
import { frame } from "@/text/core/frame";
import { shell } from "@/text/core/shell";
import { LazyImpersonateModal } from "@/ui/confirm/LazyImpersonateModal";

const SCHEMES = [
  { scheme: "light", label: frame.light, Icon: IconSun },
  { scheme: "dark", label: frame.dark, Icon: IconMoon },
  { scheme: "auto", label: frame.auto, Icon: IconDeviceDesktop },
] as const satisfies Array<{ scheme: MantineColorScheme; label: string; Icon: unknown }>;

/** The user menu: account, appearance and logout. It opens as soon as it is mounted. */
export function UserDropdown({ user }: { user: User }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [opened, setOpened] = useState(false);
  const [signingIn, setSigningIn] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button took the place of the one that was clicked; the focus comes back to it later.
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        width={232}
        withinPortal={false}
      >
        <Menu.Target>
          <UserButton user={user} ref={button} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {displayName(user)}
            </Text>
            <Text size="xs" truncate>
              {user.login_email}
            </Text>
          </Menu.Label>
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
          {!hasRole(user, "operator") && (
            <Menu.Item
              component={Link}
              to="/auth/refer"
              leftSection={<IconUserPlus size={16} stroke={1.5} />}
            >
              {shell.refer}
            </Menu.Item>
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
        </Menu.Dropdown>
      </Menu>
      {signingIn && <LazyImpersonateModal user={user} onGone={() => setSigningIn(false)} />}
    </>
  );
}
