import { type Ref, useLayoutEffect } from "react";

/** Stands where Mantine wants its target: hands on the button that is elsewhere on the page already. */
export function TargetElement({ node, ref }: { node: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === "function") ref(node);
  }, [node, ref]);
  return null;
}
