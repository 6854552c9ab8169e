import { type RefObject, useRef } from "react";

/** The controls of a list, and what shows its head once another page is asked for: it may be out of sight above. */
export function useListStart(): [RefObject<HTMLDivElement | null>, () => void] {
  const controls = useRef<HTMLDivElement>(null);
  const show = () => {
    const list = controls.current?.closest(".portal-table, main");
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView();
  };
  return [controls, show];
}
