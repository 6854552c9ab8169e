import { lazy, type ReactElement, Suspense, useState } from "react";

const load = () => import("./lazy/HintFrame");
const HintFrame = lazy(() => load().then(({ HintFrame }) => ({ default: HintFrame })));

interface Hinted {
  ref: (node: HTMLElement | null) => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

interface HintProps {
  label: string;
  children: (props: Hinted) => ReactElement;
}

/** Says what an icon does, to whoever points at it; the button has the words as its label. */
export function Hint({ label, children }: HintProps) {
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
        {wanted && node && <HintFrame label={label} opened={shown} anchor={node} />}
      </Suspense>
    </>
  );
}
