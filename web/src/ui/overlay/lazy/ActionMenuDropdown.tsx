import { Menu } from "@mantine/core";
import { Fragment } from "react";

import { MenuFrame, type MenuFrameProps } from "./MenuFrame";

export interface Action {
  label: string;
  onClick: () => void;
}

interface ActionMenuDropdownProps extends Omit<MenuFrameProps, "children"> {
  groups: Action[][];
}

/** The menu of a row's actions. */
export function ActionMenuDropdown({ groups, ...frame }: ActionMenuDropdownProps) {
  return (
    <MenuFrame {...frame}>
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
    </MenuFrame>
  );
}
