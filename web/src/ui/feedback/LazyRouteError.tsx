import type { ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { common } from "@/text/core/common";

const RouteError = lazy(() =>
  import("./RouteError").then(
    ({ RouteError }) => ({ default: RouteError }),
    () => ({ default: Unreached }),
  ),
);

/** It comes with the shell, so that it is there when the network is gone; a visitor may lack it. */
const Unreached = () => (
  <p>
    {common.networkError}. <a href={location.href}>{common.retry}</a>
  </p>
);

export function LazyRouteError(props: ErrorComponentProps) {
  return (
    <Suspense>
      <RouteError {...props} />
    </Suspense>
  );
}
