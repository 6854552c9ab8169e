import type { AnyRouter } from "@tanstack/react-router";
import type { NProgress } from "nprogress";

import { common } from "@/text/core/common";
import { closeErrors } from "@/ui/feedback/toasts";
import { hasLanding } from "@/ui/layout/hasLanding";

const REGION = "progress";

/** Shows the progress bar while another page loads; a changed filter shows none. */
export function showProgress(router: AnyRouter) {
  const region = document.createElement("div");
  region.id = REGION;
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", common.progress);
  document.body.prepend(region);
  let bar: Promise<NProgress> | undefined;
  let changing = false;
  router.subscribe("onBeforeNavigate", ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return;
    // On a redirect, the messages of the first page stay.
    if (!changing) closeErrors();
    changing = true;
    // Loaded with the first change of path: the page one arrives at shows no bar.
    bar ??= import("./lazy/progressBar").then(({ progressBar }) => progressBar(REGION));
    void bar.then((nprogress) => changing && nprogress.start());
  });
  router.subscribe("onResolved", () => {
    changing = false;
    void bar?.then((nprogress) => changing || nprogress.done());
  });
  keepScrolling();
  router.subscribe("onRendered", ({ pathChanged, toLocation }) => {
    if (pathChanged && !hasLanding(toLocation.hash)) window.scrollTo(0, 0);
  });
}

/**
 * Lets the browser restore the scroll position only after a reload or a return from another
 * website.
 */
function keepScrolling() {
  history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) history.scrollRestoration = "manual";
  });
}
