/** What an overlay shows: while it goes away it keeps showing what it showed. */
import { type ReactNode, useState } from "react";

interface Content {
  title: ReactNode;
  children: ReactNode;
}

/** What is to be seen, or null as long as there was nothing to show. */
export function useKeepLast(opened: boolean, now: Content): Content | null {
  const [last, setLast] = useState<Content | null>(null);
  if (!opened) return last;
  if (!last || last.children !== now.children || last.title !== now.title) setLast(now);
  return now;
}
