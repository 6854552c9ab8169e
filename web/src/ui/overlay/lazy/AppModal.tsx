import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";

import classes from "./AppModal.module.css";
import { InitialFocus } from "./InitialFocus";
import { useDoubleClickGuard } from "./useDoubleClickGuard";

export interface AppModalProps {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  /** Can only be closed by its own button, for content that is shown only once. */
  persistent?: boolean;
  /** A number is a width in pixels. */
  size?: "md" | "lg" | number;
  onClosed?: () => void;
  children: ReactNode;
}

/** The modal itself. It opens after it has mounted, so that focus returns to where it was. */
export function AppModal(props: AppModalProps) {
  const { opened, title, onClose, persistent = false, size = "md", onClosed, children } = props;
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  useDoubleClickGuard(opened && mounted);
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      title={title}
      classNames={classes}
      size={size}
      closeOnClickOutside={!persistent}
      closeOnEscape={!persistent}
    >
      <InitialFocus />
      {children}
    </Modal>
  );
}
