import { markChunkFailure } from "@/api/chunkFailure";

/** A file that did not load is shown as a failure in place (`RouteError`), and reloads nothing by itself. */
export function markChunkFailures() {
  window.addEventListener("vite:preloadError", ({ payload }) => markChunkFailure(payload));
}
