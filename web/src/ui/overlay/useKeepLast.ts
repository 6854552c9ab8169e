/** Keeps an overlay's last content on screen while it closes. */
import { type ReactNode, useState } from "react";

interface Content {
  title: ReactNode;
  children: ReactNode;
}

/** The content to show, or null while there has been none yet. */
export function useKeepLast(opened: boolean, now: Content): Content | null {
  const [last, setLast] = useState<Content | null>(null);
  if (!opened) return last;
  if (!last || last.children !== now.children || last.title !== now.title) setLast(now);
  return now;
}
