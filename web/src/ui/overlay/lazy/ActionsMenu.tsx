import { Menu } from "@mantine/core";
import { Fragment, useEffect, useState } from "react";

import { Anchor } from "./Anchor";

export interface Action {
  label: string;
  onClick: () => void;
}

interface ActionsMenuProps {
  id: string;
  opened: boolean;
  onOpened: (opened: boolean) => void;
  anchor: HTMLElement;
  groups: Action[][];
}

/** The menu of a row's actions. */
export function ActionsMenu({ id, opened, onOpened, anchor, groups }: ActionsMenuProps) {
  const [arrived, setArrived] = useState(false);
  useEffect(() => setArrived(true), []);
  return (
    <Menu id={id} opened={opened && arrived} onChange={onOpened} position="bottom-end">
      <Menu.Target>
        <Anchor node={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map((actions, place) => (
          <Fragment key={actions.map(({ label }) => label).join()}>
            {place > 0 && <Menu.Divider />}
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
