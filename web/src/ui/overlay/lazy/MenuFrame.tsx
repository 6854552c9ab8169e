import { Menu, type MenuProps } from "@mantine/core";
import { useEffect, useState } from "react";

import { TargetElement } from "./TargetElement";
import { useDoubleClickGuard } from "./useDoubleClickGuard";

export interface MenuFrameProps extends Pick<MenuProps, "width" | "withinPortal" | "children"> {
  id: string;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  anchor: HTMLElement;
}

/** A menu below the button that opened it; focus moves into it and returns. */
export function MenuFrame({
  id,
  opened,
  onOpenedChange,
  anchor,
  children,
  ...look
}: MenuFrameProps) {
  const [mounted, setMounted] = useState(false);
  // Mantine remembers where the focus was only if it opens after mounting.
  useEffect(() => setMounted(true), []);
  useDoubleClickGuard(opened && mounted);
  return (
    <Menu
      {...look}
      id={id}
      opened={opened && mounted}
      onChange={onOpenedChange}
      position="bottom-end"
    >
      <Menu.Target>
        <TargetElement node={anchor} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
