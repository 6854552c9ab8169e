import {
  Avatar,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";

import { call } from "@/api/call";
import { useSession } from "@/api/session";
import { useUser } from "@/api/user";
import { shell } from "@/text/shell";

import classes from "./Header.module.css";

const SCHEMES = [
  { scheme: "light", label: shell.light, Icon: IconSun },
  { scheme: "dark", label: shell.dark, Icon: IconMoon },
  { scheme: "auto", label: shell.auto, Icon: IconDeviceDesktop },
] as const satisfies Array<{ scheme: MantineColorScheme; label: string; Icon: unknown }>;

/** Whose session it is, how the portal looks, and the way out. */
export function UserMenu() {
  const user = useUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = user.nickname || user.account || user.username;
  const logout = () => {
    // The session here is over whether or not the portal hears of it.
    void call("/auth/sign_out").catch(() => undefined);
    useSession.getState().signOut();
  };
  return (
    <Menu position="bottom-end" width={232} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Avatar
            src={user.avatar || null}
            name={name}
            size={32}
            radius="md"
            alt=""
            color="indigo"
          />
          <VisuallyHidden>{shell.userMenu}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          <Text size="xs" truncate>
            {user.login_email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{shell.scheme}</Menu.Label>
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
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} onClick={logout}>
          {shell.logout}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
