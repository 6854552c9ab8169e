import { useEffect } from "react";

/** In milliseconds: longer than any system lets the two clicks of a double click be apart. */
const LONGEST = 1_000;
const EVENTS = ["mousedown", "mouseup", "click"] as const;

/** Keeps the second half of a double click from what lies below an overlay that the first half has closed. */
export function useDoubleClickGuard(opened: boolean) {
  useEffect(() => (opened ? stopSecondClick : undefined), [opened]);
}

function stopSecondClick() {
  const stop = (event: MouseEvent) => {
    // The browser counts clicks at one place, whatever they hit.
    if (event.detail < 2) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const listening = window; // a test's may be gone before the timer
  for (const type of EVENTS) listening.addEventListener(type, stop, true);
  setTimeout(() => {
    for (const type of EVENTS) listening.removeEventListener(type, stop, true);
  }, LONGEST);
}
