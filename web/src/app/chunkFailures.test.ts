import { expect, test, vi } from "vitest";

import { fetchVersion, isChunkFailure, reloadOnce } from "@/api/appVersion";
import { failureText } from "@/api/form/failureText";

import { markChunkFailures } from "./chunkFailures";

function fail(message: string) {
  const error = new TypeError(message);
  window.dispatchEvent(
    Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload: error }),
  );
  return error;
}

test.each([
  "Failed to fetch dynamically imported module: https://p.example/assets/payment-a.js",
  "error loading dynamically imported module: https://p.example/assets/payment-a.js",
  "Importing a module script failed.",
  "Unable to preload CSS for /assets/payment-a.css",
])("%s: the portal could not be reached, and the router has nothing to reload for", (message) => {
  markChunkFailures();

  const error = fail(message);

  expect(isChunkFailure(error)).toBe(true);
  expect(error.message).toBe("Network error");
  expect(failureText(error)).toMatch(/^We could not reach the portal/);
});

test("an error within a file stays what it is", () => {
  markChunkFailures();

  expect(isChunkFailure(fail("x is not a function"))).toBe(false);
});

test.each([
  ["same", () => Response.json({ files: ["a-1.js"] })],
  ["new", () => Response.json({ files: ["a-2.js"] })],
  ["unreachable", () => new Response("Bad gateway", { status: 502 })],
  ["unreachable", () => Promise.reject(new TypeError("Failed to fetch"))],
])("the portal's version is %s", async (version, answer) => {
  document.body.innerHTML = `<script type="application/json" id="preload">{"files":["a-1.js"]}</script>`;
  vi.stubGlobal("fetch", async () => answer());

  expect(await fetchVersion()).toBe(version);

  document.body.innerHTML = "";
});

test("a new version is loaded once a minute at most", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const reload = vi.fn();

  reloadOnce(reload);
  vi.advanceTimersByTime(5_000);
  reloadOnce(reload);

  expect(reload).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  reloadOnce(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});
