import { useLocation, useRouter } from "@tanstack/react-router";
import { type RefObject, useEffect, useRef } from "react";
import classes from "./Landing.module.css";

export interface Landing {
  id: string;
  ref: RefObject<HTMLDivElement | null>;
  tabIndex: -1;
  className: string | undefined;
}

/**
 * A part of a page that links lead to by their hash: it comes into view and has the focus as soon as it is there, which may
 * be after the page.
 */
export function useLanding(id: string): Landing {
  const ref = useRef<HTMLDivElement>(null);
  // The key is of each visit: whoever follows the link again lands again.
  const visit = useLocation({
    select: ({ hash, state }) => (hash === id ? (state.__TSR_key ?? "first") : null),
  });
  const router = useRouter();
  useEffect(() => {
    if (visit === null) return;
    const land = () => {
      ref.current?.focus({ preventScroll: true });
      ref.current?.scrollIntoView();
    };
    land();
    // A link to where one already is makes no visit: the router only loads the page again.
    return router.subscribe("onBeforeLoad", ({ hrefChanged }) => {
      if (!hrefChanged) land();
    });
  }, [visit, router]);
  return { id, ref, tabIndex: -1, className: classes.part };
}
