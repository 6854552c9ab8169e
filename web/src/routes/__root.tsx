import { createRootRouteWithContext, Outlet, redirect } from "@tanstack/react-router";

import { NotFound } from "@/features/core/NotFound";
import { PageAnnouncer } from "@/ui/layout/PageAnnouncer";

interface RouterContext {
  /** Whether this path may be that of a page whose route is not loaded yet. */
  lacksRoute: (pathname: string) => boolean;
  /** Loads the routes of signed-in pages, once. */
  loadPages: () => Promise<void>;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { lacksRoute, loadPages }, location: { pathname, href } }) => {
    if (!lacksRoute(pathname)) return;
    await loadPages();
    // To the same address, which now leads to a route or to none.
    throw redirect({ href });
  },
  component: Root,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <Outlet />
      <PageAnnouncer />
    </>
  );
}
