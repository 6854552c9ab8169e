import { Popover, type PopoverDropdownProps, type PopoverProps } from "@mantine/core";
import { useEffect, useState } from "react";

import { TargetElement } from "./TargetElement";

export interface AppPopoverProps
  extends Pick<PopoverProps, "position" | "width" | "children">,
    Pick<PopoverDropdownProps, "p"> {
  id: string;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  anchor: HTMLElement;
}

/** The popover itself, opened by a button on the page; focus moves into it and returns. */
export function AppPopover(props: AppPopoverProps) {
  const {
    id,
    opened,
    onOpenedChange,
    anchor,
    position = "bottom-start",
    width,
    p,
    children,
  } = props;
  const [mounted, setMounted] = useState(false);
  // Mantine remembers where the focus was only if it opens after mounting.
  useEffect(() => setMounted(true), []);
  return (
    <Popover
      id={id}
      opened={opened && mounted}
      onChange={onOpenedChange}
      position={position}
      width={width}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <TargetElement node={anchor} />
      </Popover.Target>
      <Popover.Dropdown p={p}>{children}</Popover.Dropdown>
    </Popover>
  );
}
