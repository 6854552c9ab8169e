import type { AnyRouter } from "@tanstack/react-router";
import type { NProgress } from "nprogress";

import { shell } from "@/text/core/shell";
import { closeErrors } from "@/ui/feedback/toasts";

const REGION = "progress";

/** The bar at the top runs from the start to the end of a change of path; a changed filter does not count. */
export function showProgress(router: AnyRouter) {
  const region = document.createElement("div");
  region.id = REGION;
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", shell.progress);
  document.body.prepend(region);
  let bar: Promise<NProgress> | undefined;
  let changing = false;
  router.subscribe("onBeforeNavigate", ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return;
    // Of a page that leads on to another, what the first one said stays.
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
  router.subscribe("onRendered", ({ pathChanged }) => {
    if (pathChanged) window.scrollTo(0, 0);
  });
}
