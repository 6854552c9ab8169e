/** Files of the app that could not be loaded, and whether a new version has others. */
import { common } from "@/text/core/common";

import { NetworkFailure, TIMEOUT } from "./call";

const KEY = "renewed_at";
const RELOADS_EVERY = 60_000;
/** What browsers and Vite say of a file that did not load; an error within a file reads otherwise. */
const NOT_LOADED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Gives the error of a file that did not load our text: on the browser's own, the router reloads the page at once. */
export function markChunkFailure(error: Error) {
  if (!NOT_LOADED.test(error.message)) return;
  error.message = common.networkError;
  error.cause = new NetworkFailure(false);
}

export const isChunkFailure = (error: unknown) =>
  error instanceof Error && error.cause instanceof NetworkFailure;

/** Which version of the app the portal serves now, if it can be reached: that of this tab or a new one. */
export async function fetchVersion(): Promise<"same" | "new" | "unreachable"> {
  const signal = AbortSignal.timeout(TIMEOUT);
  const response = await fetch("/", { cache: "no-store", signal }).catch(() => null);
  const page = response?.ok ? await response.text().catch(() => null) : null;
  if (page === null) return "unreachable";
  const files = document.getElementById("preload")?.textContent;
  return !files || page.includes(files) ? "same" : "new";
}

/** Loads the page anew for a new version, at most once a minute: if that does not help, nor would another time. */
export function reloadOnce(reload = () => location.reload()) {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < RELOADS_EVERY) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  reload();
}
