import { Button, type ButtonProps, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import type { ReactNode } from "react";

import { common } from "@/text/common";

interface ConfirmButtonProps extends ButtonProps {
  children: ReactNode;
  /** The question, and what will be gone. */
  question: ReactNode;
  title?: string;
  /** What the modal's button says; the specification's OK if absent. */
  confirm?: string;
  onConfirm: () => void;
}

/** A button that asks before it destroys. */
export function ConfirmButton({
  children,
  question,
  title,
  confirm = common.ok,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  const ask = () =>
    modals.openConfirmModal({
      title,
      children: <Text>{question}</Text>,
      labels: { confirm, cancel: common.cancel },
      confirmProps: { color: "red" },
      onConfirm,
    });
  return (
    <Button variant="default" {...button} onClick={ask}>
      {children}
    </Button>
  );
}
