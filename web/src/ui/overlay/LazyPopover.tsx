import { type ReactElement, type ReactNode, useId, useState } from "react";
import { overlay } from "@/ui/base/overlay";
import type { AppPopoverProps } from "./lazy/AppPopover";

const AppPopover = overlay(() => import("./lazy/AppPopover").then(({ AppPopover }) => AppPopover));

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

/** A popover opened by a button. */
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
    onApproach: AppPopover.preload,
  });
  return (
    <>
      {button(props)}
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
    </>
  );
}

interface PopoverButtonOptions {
  opened: boolean;
  onOpenedChange: (opened: boolean) => void;
  kind: PopoverButton["aria-haspopup"];
  /** Loads what it opens. */
  onApproach: () => void;
}

/** The props for the button, and the button's element once the popover has been opened. */
export function usePopoverButton({
  opened,
  onOpenedChange,
  kind,
  onApproach,
}: PopoverButtonOptions) {
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
    onPointerEnter: onApproach,
    onFocus: onApproach,
  };
  return { props, anchor: wanted ? node : null };
}
