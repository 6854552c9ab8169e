/** Overlays that a press opens: they load while the browser is idle, so that they open at once. */
import type { ComponentType, ReactNode } from "react";

import { type Loadable, loadable } from "./loadable";

interface Overlay<P> extends Loadable<P> {
  /** Loads it before it is rendered; a failure shows only then. */
  preload: () => Promise<void>;
}

/** A part that a press opens: the shell loads it before that, while the browser is idle. */
export function overlay<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback?: ReactNode | ((props: P) => ReactNode),
): Overlay<P> {
  const part = loadable(load, fallback);
  const preload = () => part.load().then(noop, noop);
  preloadSoon(preload);
  return Object.assign(part, { preload });
}

const noop = () => {};

const waiting: Array<() => Promise<unknown>> = [];
let loadWaiting = async () => {};

/** Adds to what loads while the browser is idle. */
export function preloadSoon(preload: () => Promise<unknown>) {
  waiting.push(preload);
  void loadWaiting();
}

/** Loads the queue one by one, also what is added later, while the browser is idle and the page is complete. */
export function startPreloading(isBusy: () => boolean) {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  let running = false;
  loadWaiting = async () => {
    if (running) return;
    running = true;
    performance.clearMarks(PRELOADED);
    while (waiting.length > 0) {
      await becomeIdle();
      if (!isBusy()) await waiting.shift()?.();
    }
    running = false;
    performance.mark(PRELOADED);
  };
  void loadWaiting();
}

const PAUSE = 50;
/** The mark that the browser's timeline has while nothing waits; tests wait for it. */
const PRELOADED = "preloaded";

const becomeIdle = () =>
  new Promise<unknown>((done) =>
    setTimeout(
      () => ("requestIdleCallback" in globalThis ? requestIdleCallback(done) : done(null)),
      PAUSE,
    ),
  );
