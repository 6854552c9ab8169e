import { ActionIcon, Burger, Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { Link, useMatches } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { frame } from "@/text/core/frame";
import { overlay } from "@/ui/base/overlay";
import { useDocumentTitle } from "@/ui/layout/documentTitle";
import { usePageTitleStore } from "@/ui/layout/pageTitle";
import classes from "./Header.module.css";
import { HelpButton } from "./HelpButton";
import { NoticeBell } from "./NoticeBell";
import { UserMenu } from "./UserMenu";

const CommandPalette = overlay(() =>
  import("./lazy/CommandPalette").then(({ CommandPalette }) => CommandPalette),
);

interface HeaderProps {
  onMenu: () => void;
  /** Buttons of other features, shown between search and help. */
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
      {searching && <CommandPalette onClose={() => setSearching(false)} />}
    </div>
  );
}

/** The titles of the current routes; the last one, or the page's own, is also the browser tab's. */
function RouteBreadcrumbs() {
  const crumbs = useMatches().flatMap(({ id, pathname, search, staticData: { title } }) => {
    const label = typeof title === "function" ? title({ ...search }) : title;
    return label ? [{ id, pathname, label }] : [];
  });
  const own = usePageTitleStore(({ title }) => title);
  const here = own ?? crumbs.at(-1)?.label;
  useDocumentTitle(here);
  return (
    <nav aria-label={frame.breadcrumb} className={classes.crumbs}>
      <ol>
        {crumbs.map(({ id, pathname, label }, index) => (
          <li key={id}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{here}</span>
            ) : (
              <Link to={pathname} activeOptions={{ exact: true }}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
