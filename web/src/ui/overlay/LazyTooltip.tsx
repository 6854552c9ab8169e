import { lazy, type ReactElement, Suspense, useState } from "react";

const load = () => import("./lazy/AppTooltip");
const AppTooltip = lazy(() => load().then(({ AppTooltip }) => ({ default: AppTooltip })));

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
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setShown(true);
  };
  const hide = () => setShown(false);
  return (
    <>
      {children({
        ref: setNode,
        onPointerEnter: show,
        onPointerLeave: hide,
        onFocus: show,
        onBlur: hide,
      })}
      <Suspense>
        {wanted && node && <AppTooltip label={label} opened={shown} anchor={node} wide={wide} />}
      </Suspense>
    </>
  );
}
