import { cleanup } from "@testing-library/react";
import { afterEach, vi } from "vitest";

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
window.matchMedia = (media) =>
  ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as never;
