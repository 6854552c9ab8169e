import { type KeyboardEvent, type MouseEvent, useState } from "react";

import { AppTooltip } from "@/ui/overlay/lazy/AppTooltip";
import classes from "./Marks.module.css";

export interface Mark {
  key: string;
  /** Its tooltip, and its name for screen readers. */
  label: string;
  /** In percent of the room there is. */
  height: number;
  look: "plain" | "part" | "planned" | "delivered" | "waiting" | "failed";
  /** The page to which it links. */
  path: string;
}

interface MarksProps {
  label: string;
  marks: Mark[];
  onOpen: (mark: Mark) => void;
}

/**
 * Links side by side, each as high as its figure. The Tab key stops once, at the last one or where one was before, and
 * the arrow keys go on from there.
 */
export function Marks({ label, marks, onOpen }: MarksProps) {
  const [stop, setStop] = useState<string>();
  const [shown, setShown] = useState<{ anchor: HTMLElement; label: string } | null>(null);
  const found = marks.findIndex(({ key }) => key === stop);
  const current = found < 0 ? marks.length - 1 : found;
  const move = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.key === "Escape") return setShown(null);
    const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: marks.length - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll("a")[to]?.focus();
  };
  return (
    <>
      <ol
        className={classes.marks}
        aria-label={label}
        onKeyDown={move}
        onPointerLeave={() => setShown(null)}
      >
        {marks.map((mark, index) => {
          const show = ({ currentTarget }: { currentTarget: HTMLElement }) =>
            setShown({ anchor: currentTarget, label: mark.label });
          return (
            <li key={mark.key}>
              <a
                href={mark.path}
                aria-label={mark.label}
                data-look={mark.look}
                tabIndex={index === current ? 0 : -1}
                onClick={(event) => {
                  if (!isPlain(event)) return;
                  event.preventDefault();
                  onOpen(mark);
                }}
                onPointerEnter={show}
                onFocus={(event) => {
                  setStop(mark.key);
                  show(event);
                }}
                onBlur={() => setShown(null)}
              >
                <span style={{ height: `${mark.height}%` }} />
              </a>
            </li>
          );
        })}
      </ol>
      {shown && <AppTooltip opened label={shown.label} anchor={shown.anchor} />}
    </>
  );
}

/** Anything else opens it in another tab or window. */
function isPlain({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey;
}
