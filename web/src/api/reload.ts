/** Reloading the page when a file of the app did not load. */
import { post } from "./call";

const KEY = "renewed_at";

/** Reloads the page once the portal answers: browsers remember a file that failed. */
export async function reload() {
  const response = await post("/", { method: "GET", cache: "no-store" });
  if (!response.ok) throw response;
  location.reload();
}

/** The same at most once a minute: a portal that answers has a new version, unless that did not help. */
export async function reloadOnce() {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < 60_000) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  await reload();
}
