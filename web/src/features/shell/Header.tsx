import { ActionIcon, Burger, Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";

import { shell } from "@/text/core/shell";
import classes from "./Header.module.css";
import { RouteBreadcrumbs } from "./RouteBreadcrumbs";
import { UserMenu } from "./UserMenu";

const CommandPalette = lazy(() =>
  import("./lazy/CommandPalette").then(({ CommandPalette }) => ({ default: CommandPalette })),
);

/** Breadcrumb left; search and user right. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const [searching, setSearching] = useState(false);
  const before = useRef<Element | null>(null);
  const search = () => {
    before.current = document.activeElement;
    setSearching(true);
  };
  useEffect(() => {
    // The palette is unmounted at once, so it cannot return the focus by itself.
    if (!searching && before.current instanceof HTMLElement) before.current.focus();
  }, [searching]);
  useHotkeys([["mod+K", search]], []);
  return (
    <div className={classes.header}>
      <Burger
        hiddenFrom="sm"
        size={18}
        lineSize={1.5}
        opened={false}
        onClick={onMenu}
        aria-label={shell.openMenu}
      />
      <RouteBreadcrumbs />
      <div className={classes.tools}>
        <UnstyledButton className={classes.search} onClick={search} visibleFrom="sm">
          <IconSearch size={16} stroke={1.5} />
          <span>{shell.search}</span>
          <Kbd size="xs">{shell.searchKey}</Kbd>
        </UnstyledButton>
        <ActionIcon
          hiddenFrom="sm"
          variant="subtle"
          color="gray"
          size={36}
          aria-label={shell.search}
          onClick={search}
        >
          <IconSearch size={18} stroke={1.5} />
        </ActionIcon>
        <UserMenu />
      </div>
      {searching && (
        <Suspense>
          <CommandPalette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  );
}
