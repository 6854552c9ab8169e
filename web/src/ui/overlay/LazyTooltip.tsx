import { type ReactElement, useCallback, useRef, useState } from "react";
import { overlay } from "@/ui/base/overlay";

const AppTooltip = overlay(() => import("./lazy/AppTooltip").then(({ AppTooltip }) => AppTooltip));

interface TooltipTarget {
  ref: (node: HTMLElement | null) => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

interface LazyTooltipProps {
  label: string;
  /** For a sentence, which takes several lines. */
  wide?: boolean;
  children: (props: TooltipTarget) => ReactElement;
}

/** A tooltip that says what an icon does; the button has the same text as its label. */
export function LazyTooltip({ label, wide, children }: LazyTooltipProps) {
  const target = useRef<HTMLElement>(null);
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState(false);
  const ref = useCallback((its: HTMLElement | null) => {
    target.current = its;
  }, []);
  const show = () => {
    setNode(target.current);
    setShown(true);
  };
  const hide = () => setShown(false);
  return (
    <>
      {children({
        ref,
        onPointerEnter: show,
        onPointerLeave: hide,
        onFocus: show,
        onBlur: hide,
      })}
      {node && <AppTooltip label={label} opened={shown} anchor={node} wide={wide} />}
    </>
  );
}
