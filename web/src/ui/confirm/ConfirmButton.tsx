import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";

import { type ConfirmRequest, openConfirm } from "./confirmStore";

interface ConfirmButtonProps
  extends ButtonProps,
    Pick<ConfirmRequest, "question" | "confirm" | "onConfirm"> {
  children: ReactNode;
  title?: string;
}

/** A button that asks for confirmation first. */
export function ConfirmButton({
  children,
  question,
  title,
  confirm,
  onConfirm,
  ...button
}: ConfirmButtonProps) {
  return (
    <Button
      variant="default"
      {...button}
      onClick={() => openConfirm({ title, question, confirm, destroys: true, onConfirm })}
    >
      {children}
    </Button>
  );
}
