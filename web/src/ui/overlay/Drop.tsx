import { lazy, type ReactElement, type ReactNode, Suspense, useId, useState } from "react";

import type { DropFrameProps } from "./lazy/DropFrame";

const load = () => import("./lazy/DropFrame");
const DropFrame = lazy(() => load().then(({ DropFrame }) => ({ default: DropFrame })));

/** What the button of something that drops down must be given. */
export interface DropButton {
  ref: (node: HTMLElement | null) => void;
  id: string;
  "aria-haspopup": "dialog" | "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

interface DropProps extends Pick<DropFrameProps, "position" | "width" | "p"> {
  opened: boolean;
  onOpened: (opened: boolean) => void;
  button: (props: DropButton) => ReactElement;
  children: ReactNode;
}

/** Something that drops down from a button; what places it is loaded once the button is about to be used. */
export function Drop({ opened, onOpened, button, children, ...frame }: DropProps) {
  const { props, anchor } = useDropButton({
    opened,
    onOpened,
    kind: "dialog",
    load: () => void load(),
  });
  return (
    <>
      {button(props)}
      <Suspense>
        {anchor && (
          <DropFrame {...frame} id={props.id} opened={opened} onOpened={onOpened} anchor={anchor}>
            {children}
          </DropFrame>
        )}
      </Suspense>
    </>
  );
}

interface DropButtonOptions {
  opened: boolean;
  onOpened: (opened: boolean) => void;
  kind: DropButton["aria-haspopup"];
  /** Fetches what drops down. */
  load: () => void;
}

/** The button's part, and the button itself once something has dropped from it. */
export function useDropButton({ opened, onOpened, kind, load }: DropButtonOptions) {
  const id = useId();
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  const props: DropButton = {
    ref: setNode,
    id,
    "aria-haspopup": kind,
    "aria-expanded": opened,
    "aria-controls": opened ? `${id}-dropdown` : undefined,
    onClick: () => onOpened(!opened),
    onPointerEnter: load,
    onFocus: load,
  };
  return { props, anchor: wanted ? node : null };
}
