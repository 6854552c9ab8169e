import { Menu } from "@mantine/core";
import { Fragment, useEffect, useState } from "react";

import { TargetElement } from "./TargetElement";
import { useDoubleClickGuard } from "./useDoubleClickGuard";

export interface Action {
  label: string;
  onClick: () => void;
}

interface ActionMenuDropdownProps {
  id: string;
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  anchor: HTMLElement;
  groups: Action[][];
}

/** The menu of a row's actions. */
export function ActionMenuDropdown({
  id,
  opened,
  onOpenedChange,
  anchor,
  groups,
}: ActionMenuDropdownProps) {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  useDoubleClickGuard(opened && mounted);
  return (
    <Menu id={id} opened={opened && mounted} onChange={onOpenedChange} position="bottom-end">
      <Menu.Target>
        <TargetElement node={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((actions, index) => (
          <Fragment key={actions.map(({ label }) => label).join()}>
            {index > 0 && <Menu.Divider />}
            {actions.map(({ label, onClick }) => (
              <Menu.Item key={label} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
