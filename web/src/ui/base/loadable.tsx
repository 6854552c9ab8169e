/** Parts of the app that load apart from it. */
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from "react";

export interface Loadable<P> {
  (props: P): ReactNode;
  load: () => Promise<ComponentType<P>>;
}

/**
 * A part that loads when it is first rendered, and is rendered at once if its file is there. React's `lazy` is not: its first
 * render always suspends, and React 19 shows what was suspended 300 ms after the last fallback that it showed, whichever that was.
 */
export function loadable<P extends object>(
  fetchPart: () => Promise<ComponentType<P>>,
  fallback: ReactNode | ((props: P) => ReactNode) = null,
): Loadable<P> {
  let part: ComponentType<P> | undefined;
  const load = async () => {
    part ??= await fetchPart();
    return part;
  };
  function Loadable(props: P) {
    const [Part, setPart] = useState(() => part);
    useLayoutEffect(() => {
      // A failure is thrown where the part is rendered, so that the page says it.
      const raise = (failure: unknown) => () => {
        throw failure;
      };
      if (!Part)
        load()
          .then((loaded) => () => loaded, raise)
          .then(setPart);
    }, [Part]);
    if (Part) return <Part {...props} />;
    return typeof fallback === "function" ? fallback(props) : fallback;
  }
  return Object.assign(Loadable, { load });
}
