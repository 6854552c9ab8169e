import "@/ui/pageStyles";

import { AppShell, Drawer } from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import { queryClient } from "@/api/client";
import { useUser } from "@/api/user";
import { common } from "@/text/common";
import { shell } from "@/text/shell";

import { Header } from "./Header";
import classes from "./Shell.module.css";
import { Sidebar } from "./Sidebar";

const OPEN = 232;
const COLLAPSED = 64;

/** The frame of every signed-in page, and what they read with. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
    </QueryClientProvider>
  );
}

function Frame() {
  const user = useUser();
  const [collapsed, setCollapsed] = useLocalStorage({
    key: "sidebar_collapsed",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [drawer, { open, close }] = useDisclosure();
  useFocusOnArrival();
  return (
    <ModalsProvider labels={{ confirm: common.ok, cancel: common.cancel }}>
      <a href="#main" className="portal-skip">
        {shell.skip}
      </a>
      <AppShell
        layout="alt"
        header={{ height: 56 }}
        navbar={{
          width: collapsed ? COLLAPSED : OPEN,
          breakpoint: "sm",
          collapsed: { mobile: true },
        }}
        transitionDuration={200}
        transitionTimingFunction="ease-out"
      >
        <AppShell.Header className={classes.surface}>
          <Header onMenu={open} />
        </AppShell.Header>
        <AppShell.Navbar className={classes.surface} component="div" visibleFrom="sm">
          <Sidebar user={user} collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
        </AppShell.Navbar>
        <AppShell.Main id="main" tabIndex={-1}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
      <Drawer
        opened={drawer}
        onClose={close}
        position="left"
        size={280}
        hiddenFrom="sm"
        padding={0}
        withCloseButton={false}
        attributes={{ content: { "aria-label": shell.navigation } }}
        classNames={{ body: classes.drawer }}
      >
        <Sidebar user={user} collapsed={false} onFollow={close} />
      </Drawer>
    </ModalsProvider>
  );
}

/** After a change of path a keyboard and a screen reader start at the content. */
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
