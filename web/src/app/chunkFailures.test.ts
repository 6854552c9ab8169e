import { expect, test, vi } from "vitest";

import { isChunkFailure } from "@/api/chunkFailure";
import { failureText } from "@/api/form/failureText";
import { reloadOnce } from "@/api/reload";

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
])(
  "a chunk that fails with %s counts as an unreachable portal, and the router does not reload",
  (message) => {
    markChunkFailures();

    const error = fail(message);

    expect(isChunkFailure(error)).toBe(true);
    expect(error.message).toBe("Network error");
    expect(failureText(error)).toMatch(/^We could not reach the portal/);
  },
);

test("an error thrown inside a chunk is not reported as a failed load", () => {
  markChunkFailures();

  expect(isChunkFailure(fail("x is not a function"))).toBe(false);
});

test.each<[string, number, () => Response | Promise<Response>]>([
  ["a portal that answers", 1, () => new Response("<html>")],
  ["a proxy in the portal's place", 0, () => new Response("Bad gateway", { status: 502 })],
  ["no answer", 0, () => Promise.reject(new TypeError("Failed to fetch"))],
])("%s reloads the page %i times, at most once a minute", async (_, times, answer) => {
  vi.useFakeTimers({ now: 1_000_000 });
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("fetch", async () => answer());
  const look = () => reloadOnce().catch(() => {});

  await look();
  vi.advanceTimersByTime(5_000);
  await look();

  expect(reload).toHaveBeenCalledTimes(times);
  vi.advanceTimersByTime(60_000);
  await look();
  expect(reload).toHaveBeenCalledTimes(2 * times);
});
