import { Popover, type PopoverDropdownProps, type PopoverProps } from "@mantine/core";
import { useEffect, useState } from "react";

import { Anchor } from "./Anchor";

export interface DropFrameProps
  extends Pick<PopoverProps, "position" | "width" | "children">,
    Pick<PopoverDropdownProps, "p"> {
  id: string;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  anchor: HTMLElement;
}

/** What drops down from a button of the page; the focus goes in and comes back. */
export function DropFrame(props: DropFrameProps) {
  const { id, opened, onOpened, anchor, position = "bottom-start", width, p, children } = props;
  const [arrived, setArrived] = useState(false);
  // Only what opens after it has come remembers where the focus was.
  useEffect(() => setArrived(true), []);
  return (
    <Popover
      id={id}
      opened={opened && arrived}
      onChange={onOpened}
      position={position}
      width={width}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Anchor node={anchor} />
      </Popover.Target>
      <Popover.Dropdown p={p}>{children}</Popover.Dropdown>
    </Popover>
  );
}
