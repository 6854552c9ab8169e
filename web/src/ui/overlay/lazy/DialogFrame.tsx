import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";

export interface DialogFrameProps {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  /** What shows something once is closed by its button alone. */
  insists?: boolean;
  size?: "md" | "lg";
  onGone?: () => void;
  children: ReactNode;
}

/** The modal itself. It opens once it has arrived, so that the focus comes back to where it was. */
export function DialogFrame(props: DialogFrameProps) {
  const { opened, title, onClose, insists = false, size = "md", onGone, children } = props;
  const [arrived, setArrived] = useState(false);
  useEffect(() => setArrived(true), []);
  return (
    <Modal
      opened={opened && arrived}
      onClose={onClose}
      onExitTransitionEnd={onGone}
      title={title}
      size={size}
      closeOnClickOutside={!insists}
      closeOnEscape={!insists}
    >
      {children}
    </Modal>
  );
}
