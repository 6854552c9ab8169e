import { markChunkFailure } from "@/api/chunkFailure";

/** A file that did not load is shown as a failure in place (`RouteError`), without reloading the page. */
export function markChunkFailures() {
  window.addEventListener("vite:preloadError", ({ payload }) => markChunkFailure(payload));
}
