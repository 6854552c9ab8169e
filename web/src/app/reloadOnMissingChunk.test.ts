import { beforeEach, expect, test, vi } from "vitest";

import { reloadOnMissingChunk } from "./reloadOnMissingChunk";

beforeEach(() => sessionStorage.clear());

test("a tab that misses a file of an older version loads the page anew, once", () => {
  const reload = vi.fn();
  let time = 1_000_000;
  reloadOnMissingChunk(() => time, reload);
  const missed = () => window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));

  expect(missed()).toBe(false);
  time += 5_000;
  expect(missed()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();

  time += 60_000;
  missed();
  expect(reload).toHaveBeenCalledTimes(2);
});
