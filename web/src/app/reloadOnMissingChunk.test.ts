import { beforeEach, expect, test, vi } from "vitest";

import { reloadOnMissingChunk } from "./reloadOnMissingChunk";

beforeEach(() => sessionStorage.clear());

test("a tab that misses a file of an older version loads the page anew, once", () => {
  const reload = vi.fn();
  let time = 1_000_000;
  reloadOnMissingChunk(() => time, reload);
  const missChunk = () =>
    window.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));

  expect(missChunk()).toBe(false);
  time += 5_000;
  expect(missChunk()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();

  time += 60_000;
  missChunk();
  expect(reload).toHaveBeenCalledTimes(2);
});
