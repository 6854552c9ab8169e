import { lazy, type ReactElement, type ReactNode, Suspense, useId, useState } from "react";

import type { AppPopoverProps } from "./lazy/AppPopover";

const load = () => import("./lazy/AppPopover");
const AppPopover = lazy(() => load().then(({ AppPopover }) => ({ default: AppPopover })));

/** The props that the button of a popover needs. */
export interface PopoverButton {
  ref: (node: HTMLElement | null) => void;
  id: string;
  "aria-haspopup": "dialog" | "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

interface LazyPopoverProps extends Pick<AppPopoverProps, "position" | "width" | "p"> {
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  button: (props: PopoverButton) => ReactElement;
  children: ReactNode;
}

/** A popover opened by a button; its code loads once the button is about to be used. */
export function LazyPopover({
  opened,
  onOpenedChange,
  button,
  children,
  ...frame
}: LazyPopoverProps) {
  const { props, anchor } = usePopoverButton({
    opened,
    onOpenedChange,
    kind: "dialog",
    load: () => void load(),
  });
  return (
    <>
      {button(props)}
      <Suspense>
        {anchor && (
          <AppPopover
            {...frame}
            id={props.id}
            opened={opened}
            onOpenedChange={onOpenedChange}
            anchor={anchor}
          >
            {children}
          </AppPopover>
        )}
      </Suspense>
    </>
  );
}

interface PopoverButtonOptions {
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  kind: PopoverButton["aria-haspopup"];
  /** Loads the popover's code. */
  load: () => void;
}

/** The props for the button, and the button's element once the popover has been opened. */
export function usePopoverButton({ opened, onOpenedChange, kind, load }: PopoverButtonOptions) {
  const id = useId();
  const [node, setNode] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  const props: PopoverButton = {
    ref: setNode,
    id,
    "aria-haspopup": kind,
    "aria-expanded": opened,
    "aria-controls": opened ? `${id}-dropdown` : undefined,
    onClick: () => onOpenedChange(!opened),
    onPointerEnter: load,
    onFocus: load,
  };
  return { props, anchor: wanted ? node : null };
}
