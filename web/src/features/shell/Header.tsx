import { ActionIcon, Burger, Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";

import { frame } from "@/text/core/frame";
import classes from "./Header.module.css";
import { HelpButton } from "./HelpButton";
import { NoticeBell } from "./NoticeBell";
import { RouteBreadcrumbs } from "./RouteBreadcrumbs";
import { UserMenu } from "./UserMenu";

const CommandPalette = lazy(() =>
  import("./lazy/CommandPalette").then(({ CommandPalette }) => ({ default: CommandPalette })),
);

interface HeaderProps {
  onMenu: () => void;
  /** What opens from the header beside search, help and the user, of other features. */
  tools?: ReactNode;
}

/** Breadcrumb left; search, tools, help, announcements and user right. */
export function Header({ onMenu, tools }: HeaderProps) {
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
        className={classes.menu}
        size={18}
        lineSize={1.5}
        opened={false}
        onClick={onMenu}
        aria-label={frame.openMenu}
      />
      <RouteBreadcrumbs />
      <div className={classes.tools}>
        <UnstyledButton className={classes.search} onClick={search} visibleFrom="sm">
          <IconSearch size={16} stroke={1.5} />
          <span>{frame.search}</span>
          <Kbd size="xs">{frame.searchKey}</Kbd>
        </UnstyledButton>
        <ActionIcon
          hiddenFrom="sm"
          variant="subtle"
          color="gray"
          className={classes.tool}
          aria-label={frame.search}
          onClick={search}
        >
          <IconSearch size={18} stroke={1.5} />
        </ActionIcon>
        {tools}
        <HelpButton />
        <NoticeBell />
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
