import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Navigate } from "@tanstack/react-router";

interface Context {
  queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<Context>()({
  notFoundComponent: () => <Navigate to="/404" replace />,
});
