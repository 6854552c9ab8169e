import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { overlay } from "@/ui/base/overlay";
import { usePopoverButton } from "./LazyPopover";
import type { Action } from "./lazy/ActionMenuDropdown";

export const ActionMenuDropdown = overlay(() =>
  import("./lazy/ActionMenuDropdown").then(({ ActionMenuDropdown }) => ActionMenuDropdown),
);

interface ActionMenuProps {
  label: string;
  busy?: boolean;
  /** Groups are separated by a line; those without an action are left out. */
  groups: Action[][];
}

/** The menu of a row's actions, opened by three dots. */
export function ActionMenu({ label, busy, groups }: ActionMenuProps) {
  const [opened, setOpened] = useState(false);
  const { props, anchor } = usePopoverButton({
    opened,
    onOpenedChange: setOpened,
    kind: "menu",
    onApproach: ActionMenuDropdown.preload,
  });
  return (
    <>
      <ActionIcon
        {...props}
        variant="subtle"
        color="gray"
        size={32}
        loading={busy}
        aria-label={label}
      >
        <IconDots size={16} stroke={1.5} />
      </ActionIcon>
      {anchor && (
        <ActionMenuDropdown
          id={props.id}
          opened={opened}
          onOpenedChange={setOpened}
          anchor={anchor}
          groups={groups.filter(({ length }) => length > 0)}
        />
      )}
    </>
  );
}
