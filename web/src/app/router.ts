import { createRouter } from "@tanstack/react-router";

import { setErrorHandler } from "@/api/onError";
import { useSession } from "@/api/session";
import { signInTarget } from "@/features/auth/useSignInRedirect";
import { routeTree } from "@/routeTree.gen";
import { LazyRouteError } from "@/ui/feedback/LazyRouteError";

import { reportError } from "./failures";

setErrorHandler(reportError);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  defaultErrorComponent: LazyRouteError,
  // A change of path begins at the top (progress.ts); the router would scroll there with each filter and drawer, too.
  scrollRestoration: () => false,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** What the breadcrumb says; by the URL's search where one route is several pages. */
    title?: string | ((search: Record<string, unknown>) => string);
  }
}

const LOGIN = "/auth/login";

// Whatever ends a session, it leads to the login; only a session that was ended remembers the way back.
useSession.subscribe((now, before) => {
  if (now.token === before.token) return;
  if (now.token) return;
  const { pathname, href } = router.latestLocation;
  const [routes] = router.getMatchedRoutes(pathname);
  const isProtected = routes.some(({ id }) => id === "/_app");
  if (isProtected) void router.navigate({ to: LOGIN, search: now.ended ? { next: href } : {} });
});

// A session that began in another tab lets this one in, to where it wanted to go.
window.addEventListener("storage", ({ key }) => {
  if (key !== "token" || !useSession.getState().token) return;
  const { pathname, search } = router.latestLocation;
  if (pathname === LOGIN) void router.navigate({ href: signInTarget(router, search.next) });
  else void router.invalidate();
});
