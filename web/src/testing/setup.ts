import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// A busy machine needs more than the default second to render.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
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
// An empty query matches, as in a browser; any other stands for a desktop without preferences.
window.matchMedia = (media) =>
  ({ media, matches: !media, addEventListener() {}, removeEventListener() {} }) as never;
Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });
