const KEY = "renewed_at";
const RETRY_AFTER = 60_000;

/**
 * A new version of the portal has other file names. A tab that still runs the old one and misses a file reloads
 * the page once; if that does not help, the error is shown as usual.
 */
export function reloadOnMissingChunk(
  now: () => number = Date.now,
  reload = () => location.reload(),
) {
  window.addEventListener("vite:preloadError", (event) => {
    if (now() - Number(sessionStorage.getItem(KEY)) < RETRY_AFTER) return;
    sessionStorage.setItem(KEY, String(now()));
    event.preventDefault();
    reload();
  });
}
