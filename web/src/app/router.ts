import { createRouter } from "@tanstack/react-router";

import { setErrorHandler } from "@/api/onError";
import { useSession } from "@/api/session";
import { findSignInTarget } from "@/features/accounts/auth/useSignInRedirect";
import type { routeTree } from "@/routeTree.gen";
import { LazyRouteError } from "@/ui/feedback/LazyRouteError";

import { reportError } from "./failures";
import { guestTree, isGuestPath } from "./guestRoutes";

setErrorHandler(reportError);

let pages: Promise<void> | undefined;
let isComplete = false;

/** Adds the routes of signed-in pages to those of guests. */
function loadPages(): Promise<void> {
  pages ??= import("@/routeTree.gen").then(
    () => {
      router.setRoutes(router.buildRouteTree());
      isComplete = true;
    },
    (failure) => {
      pages = undefined;
      throw failure;
    },
  );
  return pages;
}

export const router = createRouter({
  routeTree: guestTree as unknown as typeof routeTree,
  context: { lacksRoute: (pathname) => !isComplete && !isGuestPath(pathname), loadPages },
  defaultPreload: "intent",
  defaultErrorComponent: LazyRouteError,
  // A change of path begins at the top (progress.ts); the router would scroll there with each filter and drawer, too. The
  // build has none of its scrolling (unusedRouterCodePlugin).
  scrollRestoration: () => false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /**
     * The title in the breadcrumb; it depends on the URL's search if one route shows several pages.
     */
    title?: string | ((search: Record<string, unknown>) => string);
  }
}

const LOGIN = "/auth/login";

// The end of a session leads to the login; only an involuntary one remembers the page to return to.
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  if (now.token) return;
  const { pathname, href } = router.latestLocation;
  const [routes] = router.getMatchedRoutes(pathname);
  const isProtected = routes.some(({ id }) => id === "/_app");
  if (isProtected) void router.navigate({ to: LOGIN, search: now.ended ? { next: href } : {} });
});

// A session that began in another tab also signs this one in, and opens its requested page.
window.addEventListener("storage", ({ key }) => {
  if (key !== "token" || !useSession.getState().token) return;
  const { pathname, search } = router.latestLocation;
  if (pathname !== LOGIN) return void router.invalidate();
  void findSignInTarget(router, search.next).then((href) => router.navigate({ href }));
});
