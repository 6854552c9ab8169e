import "@/ui/styles/pageStyles";

import { useLocalStorage } from "@mantine/hooks";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";

import { queryClient } from "@/api/client";
import { useUser } from "@/api/useUser";
import { shell } from "@/text/core/shell";
import { ConfirmHost } from "@/ui/confirm/ConfirmHost";

import { Header } from "./Header";
import classes from "./Shell.module.css";
import { Sidebar } from "./Sidebar";

const MenuDrawer = lazy(() =>
  import("./lazy/MenuDrawer").then(({ MenuDrawer }) => ({ default: MenuDrawer })),
);

const ImpersonationBanner = lazy(() =>
  import("./lazy/ImpersonationBanner").then(({ ImpersonationBanner }) => ({
    default: ImpersonationBanner,
  })),
);

const TABLET = 1024;

/** The layout of every signed-in page, with the query client; it wraps the child route by default. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>{children}</Frame>
      <ConfirmHost />
    </QueryClientProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const user = useUser();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: "sidebar_collapsed",
    // On a tablet, the page needs the space.
    defaultValue: window.innerWidth < TABLET,
    getInitialValueInEffect: false,
  });
  const [drawer, setDrawer] = useState(false);
  useFocusOnArrival();
  return (
    <>
      <a href="#main" className="portal-skip">
        {shell.skip}
      </a>
      <div className={classes.frame} data-collapsed={collapsed || undefined}>
        <div className={classes.side}>
          <Sidebar user={user} collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
        </div>
        <header className={classes.header}>
          <Header onMenu={() => setDrawer(true)} />
        </header>
        <main className={classes.main} id="main" tabIndex={-1}>
          {user.impersonated_by && (
            <Suspense>
              <ImpersonationBanner user={user} by={user.impersonated_by} />
            </Suspense>
          )}
          {children}
        </main>
      </div>
      <Suspense>{drawer && <MenuDrawer user={user} onClosed={() => setDrawer(false)} />}</Suspense>
    </>
  );
}

/** After a change of path, the focus moves to the content. */
function useFocusOnArrival() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        document.getElementById("main")?.focus({ preventScroll: true });
      }),
    [router],
  );
}
