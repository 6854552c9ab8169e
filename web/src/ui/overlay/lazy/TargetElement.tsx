import { type Ref, useLayoutEffect } from "react";

/** Takes the place of Mantine's target: it passes on the button that is already elsewhere on the page. */
export function TargetElement({ node, ref }: { node: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(node);
  }, [node, ref]);
  return null;
}
