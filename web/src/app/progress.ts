import type { AnyRouter } from "@tanstack/react-router";
import type { NProgress, NProgressOptions } from "nprogress";

import { shell } from "@/text/core/shell";

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
    changing = true;
    // Loaded with the first change of path: the page one arrives at shows no bar.
    bar ??= load();
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

async function load(): Promise<NProgress> {
  const { default: nprogress } = await import("nprogress");
  return nprogress.configure({
    // The types lack trickleRate.
    ...({ trickleRate: 0.02 } as Partial<NProgressOptions>),
    parent: `#${REGION}`,
    barSelector: ".bar",
    template: `<div class="bar" role="progressbar" aria-label="${shell.progressBar}"></div>`,
    minimum: 0.08,
    speed: 500,
    trickleSpeed: 800,
    showSpinner: false,
  });
}
