import { type RefObject, useEffect, useRef, useState } from "react";

const IDLE_TIMEOUT = 1_000;

/** Turns true once the element is about to be seen and the page has nothing better to do. */
export function useInView<E extends Element>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const element = ref.current;
    if (seen || !element) return;
    let cancel = () => {};
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watcher.disconnect();
        cancel = whenIdle(() => setSeen(true));
      },
      { rootMargin: "64px" },
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      cancel();
    };
  }, [seen]);
  return [ref, seen];
}

/** Not every browser supports requestIdleCallback. */
function whenIdle(then: () => void): () => void {
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(then, IDLE_TIMEOUT);
    return () => clearTimeout(timer);
  }
  const wait = requestIdleCallback(then, { timeout: IDLE_TIMEOUT });
  return () => cancelIdleCallback(wait);
}
