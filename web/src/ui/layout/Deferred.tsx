import { type ReactNode, useDeferredValue, useLayoutEffect } from "react";

/**
 * Renders a page right after its own first render, in slices of a few milliseconds between which the browser answers.
 * What the router renders is rendered in one piece otherwise, as any update of an external store is.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? <Rendered>{children}</Rendered> : <span data-deferred />;
}

function Rendered({ children }: { children: ReactNode }) {
  useLayoutEffect(removeSkeleton, []);
  return children;
}

/** Whether a page is about to be rendered. */
export const isDeferred = (root: Element) => root.querySelector("[data-deferred]") !== null;

/** Removes what index.html shows until the first page is rendered. */
export function removeSkeleton() {
  document.getElementById("first")?.remove();
}
