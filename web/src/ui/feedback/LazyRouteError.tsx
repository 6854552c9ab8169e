import { common } from "@/text/core/common";
import { loadable } from "@/ui/base/loadable";

/** It comes with the shell, so that it is there when the network is gone; a visitor may lack it. */
const Unreached = () => (
  <p>
    {common.networkError}. <a href={location.href}>{common.retry}</a>
  </p>
);

export const LazyRouteError = loadable(() =>
  import("./RouteError").then(
    ({ RouteError }) => RouteError,
    () => Unreached,
  ),
);
