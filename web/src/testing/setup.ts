import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import type { StoreApi } from "zustand";
import { useConnection } from "@/api/connection";
import { useSession } from "@/api/session";
import { useDownloadsStore } from "@/features/exports/downloadsStore";
import { useConfirmStore } from "@/ui/confirm/confirmStore";
import { useToasts } from "@/ui/feedback/toasts";
import { usePageTitleStore } from "@/ui/layout/pageTitle";

// What a test waits for has come by then, on any machine that is not broken; by default it would be a second.
configure({ asyncUtilTimeout: 120_000 });

// All files of a process share their modules, which saves half of the time, and so the stores in them.
beforeEach(() => {
  reset(useConfirmStore);
  reset(useConnection);
  reset(useDownloadsStore);
  reset(usePageTitleStore);
  reset(useSession);
  reset(useToasts);
});

function reset<State>(store: StoreApi<State>) {
  store.setState(store.getInitialState(), true);
}

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

// What Mantine asks of a browser and jsdom does not have.
class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver ??= NoResizeObserver as never;
window.HTMLElement.prototype.scrollIntoView ??= () => {};
window.scrollTo = () => {};
// An empty query matches, as in a browser; the others stand for a desktop without preferences.
window.matchMedia = (media) =>
  ({
    media,
    matches: !media || media.startsWith("(min-width"),
    addEventListener() {},
    removeEventListener() {},
  }) as never;
Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });
