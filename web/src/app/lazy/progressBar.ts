/** The progress bar shown while another page loads. It is loaded with the first navigation. */
import nprogress, { type NProgressOptions } from "nprogress";

import { common } from "@/text/core/common";

export function progressBar(region: string) {
  return nprogress.configure({
    // The types lack trickleRate.
    ...({ trickleRate: 0.02 } as Partial<NProgressOptions>),
    parent: `#${region}`,
    barSelector: ".bar",
    template: `<div class="bar" role="progressbar" aria-label="${common.progressBar}"></div>`,
    minimum: 0.08,
    speed: 500,
    trickleSpeed: 800,
    showSpinner: false,
  });
}
