import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect } from "react";

import type { User } from "@/api/user/roles";
import classes from "@/features/core/shell/Shell.module.css";
import { type NetworkMenu, Sidebar } from "@/features/core/shell/Sidebar";
import { frame } from "@/text/core/frame";

interface MenuDrawerProps {
  user: User;
  NetworkMenu?: NetworkMenu;
  onClosed: () => void;
}

/** The sidebar on a phone: opens when mounted, and is unmounted once it has closed. */
export function MenuDrawer({ onClosed, ...shown }: MenuDrawerProps) {
  const [opened, { open, close }] = useDisclosure();
  useEffect(open, [open]);
  return (
    <Drawer
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
      position="left"
      size={280}
      hiddenFrom="sm"
      padding={0}
      withCloseButton={false}
      attributes={{ content: { "aria-label": frame.navigation } }}
      classNames={{ body: classes.drawer }}
    >
      <Sidebar {...shown} collapsed={false} onFollow={close} />
    </Drawer>
  );
}
