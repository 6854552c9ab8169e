import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useDropButton } from "./Drop";
import type { Action } from "./lazy/ActionsMenu";

const load = () => import("./lazy/ActionsMenu");
const ActionsMenu = lazy(() => load().then(({ ActionsMenu }) => ({ default: ActionsMenu })));

interface ActionsProps {
  label: string;
  busy?: boolean;
  /** Groups are parted by a line. */
  groups: Action[][];
}

/** What can be done with one row, behind three dots. */
export function Actions({ label, busy, groups }: ActionsProps) {
  const [opened, setOpened] = useState(false);
  const { props, anchor } = useDropButton({
    opened,
    onOpened: setOpened,
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
          <ActionsMenu
            id={props.id}
            opened={opened}
            onOpened={setOpened}
            anchor={anchor}
            groups={groups}
          />
        )}
      </Suspense>
    </>
  );
}
