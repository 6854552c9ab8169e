import { useEffect } from "react";

/** In milliseconds: longer than any system lets the two clicks of a double click be apart. */
const LONGEST = 1_000;
const EVENTS = ["mousedown", "mouseup", "click"] as const;

/**
 * Keeps the second click of a double click from closing an overlay that the first one opened, and
 * from reaching the page below one that the first one closed.
 */
export function useDoubleClickGuard(opened: boolean) {
  useEffect(() => {
    if (!opened) return;
    stopSecondClick();
    return stopSecondClick;
  }, [opened]);
}

function stopSecondClick() {
  const stop = (event: MouseEvent) => {
    // The browser counts clicks at one place, whatever they hit.
    if (event.detail < 2) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const listening = new AbortController();
  for (const type of EVENTS) {
    window.addEventListener(type, stop, { capture: true, signal: listening.signal });
  }
  // The window of a test may be gone by then, and its removeEventListener with it.
  setTimeout(() => listening.abort(), LONGEST);
}
