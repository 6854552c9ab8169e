import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { usePopoverButton } from "./LazyPopover";
import type { Action } from "./lazy/ActionMenuDropdown";

const load = () => import("./lazy/ActionMenuDropdown");
const ActionMenuDropdown = lazy(() =>
  load().then(({ ActionMenuDropdown }) => ({ default: ActionMenuDropdown })),
);

interface ActionMenuProps {
  label: string;
  busy?: boolean;
  /** Groups are separated by a line. */
  groups: Action[][];
}

/** What can be done with one row, behind three dots. */
export function ActionMenu({ label, busy, groups }: ActionMenuProps) {
  const [opened, setOpened] = useState(false);
  const { props, anchor } = usePopoverButton({
    opened,
    onOpenedChange: setOpened,
    kind: "menu",
    load: () => void load(),
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
      <Suspense>
        {anchor && (
          <ActionMenuDropdown
            id={props.id}
            opened={opened}
            onOpenedChange={setOpened}
            anchor={anchor}
            groups={groups}
          />
        )}
      </Suspense>
    </>
  );
}
