import "@/ui/styles/pageStyles";
import { useMediaQuery } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { queryClient } from "@/api/client";
import { currentPublisher } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { frame } from "@/text/core/frame";
import { loadable } from "@/ui/base/loadable";
import { overlay, startPreloading } from "@/ui/base/overlay";
import { PHONE } from "@/ui/base/theme";
import { ConfirmHost } from "@/ui/confirm/ConfirmHost";
import { hasLanding } from "@/ui/layout/hasLanding";
import { Header } from "./Header";
import classes from "./Shell.module.css";
import { type NetworkMenu, Sidebar } from "./Sidebar";

const MenuDrawer = overlay(() => import("./lazy/MenuDrawer").then(({ MenuDrawer }) => MenuDrawer));

const ImpersonationBanner = loadable(() =>
  import("./lazy/ImpersonationBanner").then(({ ImpersonationBanner }) => ImpersonationBanner),
);

const SandboxBanner = loadable(() =>
  import("./lazy/SandboxBanner").then(({ SandboxBanner }) => SandboxBanner),
);

const PublisherLine = loadable(() =>
  import("./lazy/PublisherLine").then(({ PublisherLine }) => PublisherLine),
);

interface ShellProps {
  children?: ReactNode;
  /** Buttons of other features for the header. */
  tools?: ReactNode;
  /** The network's pages in the menu of its staff. */
  networkMenu?: NetworkMenu;
}

/** The layout of every signed-in page, with the query client; it wraps the child route by default. */
export function Shell({ children = <Outlet />, ...props }: ShellProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame {...props}>{children}</Frame>
      <ConfirmHost />
    </QueryClientProvider>
  );
}

function Frame({ children, tools, networkMenu }: ShellProps) {
  const user = useUser();
  const publisher = currentPublisher(user);
  const [collapsed, toggle] = useSidebarCollapsed();
  const [drawer, setDrawer] = useState(false);
  // A phone has the menu in a drawer.
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  useFocusOnArrival();
  useEffect(() => startPreloading(() => queryClient.isFetching() > 0), []);
  return (
    <>
      <a href="#main" className="portal-skip">
        {frame.skip}
      </a>
      <div
        className={classes.frame}
        data-collapsed={collapsed || undefined}
        data-several={publisher && ""}
      >
        {!phone && (
          <div className={classes.side}>
            <Sidebar
              user={user}
              collapsed={collapsed}
              NetworkMenu={networkMenu}
              onToggle={toggle}
            />
          </div>
        )}
        <header className={classes.header}>
          <Header onMenu={() => setDrawer(true)} tools={tools} />
          {publisher && <PublisherLine name={publisher.name} />}
        </header>
        <main className={classes.main} id="main" tabIndex={-1}>
          {user.impersonated_by && <ImpersonationBanner user={user} by={user.impersonated_by} />}
          {user.sandbox && <SandboxBanner />}
          {children}
        </main>
      </div>
      {drawer && (
        <MenuDrawer user={user} NetworkMenu={networkMenu} onClosed={() => setDrawer(false)} />
      )}
    </>
  );
}

/**
 * After navigating to another page, moves the focus to its content, or leaves it at the section in
 * the URL's hash.
 */
function useFocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, toLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || hasLanding(toLocation.hash)) return;
        document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [router],
  );
}

const TABLET = 1024;
const COLLAPSED = "sidebar_collapsed";

/** Whether the sidebar is collapsed: by the user's choice, or else by the width of the window. */
function useSidebarCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => {
    const chosen = localStorage.getItem(COLLAPSED);
    return chosen === null ? window.innerWidth < TABLET : chosen === "true";
  });
  const toggle = () => {
    localStorage.setItem(COLLAPSED, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
