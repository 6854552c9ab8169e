import { UnstyledButton } from "@mantine/core";
import { type PointerEvent, useEffect, useRef, useState } from "react";

import { type TermName, terms } from "@/text/core/glossary";
import { overlay } from "@/ui/base/overlay";

const AppTooltip = overlay(() => import("./lazy/AppTooltip").then(({ AppTooltip }) => AppTooltip));

interface TermProps {
  of: TermName;
  children: string;
  /** One of many of the same: the Tab key skips it, as it stops at the term elsewhere. */
  repeated?: boolean;
}

/** A term of the trade: hovered, focused or touched it says what it means; Escape or a touch elsewhere closes it. */
export function Term({ of, children, repeated }: TermProps) {
  // A list has many of them: none is rendered twice to find its position.
  const target = useRef<HTMLButtonElement>(null);
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState(false);
  const show = () => {
    setNode(target.current);
    setShown(true);
  };
  const hide = () => setShown(false);
  const byMouse =
    (act: () => void) =>
    ({ pointerType }: PointerEvent) => {
      if (pointerType === "mouse") act();
    };
  useEffect(() => {
    if (!shown) return;
    const elsewhere = ({ target }: Event) => {
      if (!node?.contains(target as Node)) setShown(false);
    };
    document.addEventListener("pointerdown", elsewhere);
    return () => document.removeEventListener("pointerdown", elsewhere);
  }, [shown, node]);
  return (
    <>
      <UnstyledButton
        ref={target}
        className="portal-term"
        tabIndex={repeated ? -1 : undefined}
        aria-description={terms[of]}
        onPointerEnter={byMouse(show)}
        onPointerLeave={byMouse(hide)}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={({ key }) => {
          if (key === "Escape") hide();
        }}
      >
        {children}
      </UnstyledButton>
      {node && <AppTooltip label={terms[of]} opened={shown} anchor={node} wide />}
    </>
  );
}
