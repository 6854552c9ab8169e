import { common } from "@/text/core/common";
import { loadable } from "@/ui/base/loadable";

/**
 * Loaded with the shell, so that it can be shown without a network; signed-out visitors may not
 * have it yet.
 */
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
