import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether a table is wider than its frame. */
export function useIsWide(): [RefObject<HTMLDivElement | null>, boolean] {
  const frame = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    const watcher = new ResizeObserver(() => setWide(content.clientWidth > element.clientWidth));
    watcher.observe(element);
    watcher.observe(content);
    return () => watcher.disconnect();
  }, []);
  return [frame, wide];
}
