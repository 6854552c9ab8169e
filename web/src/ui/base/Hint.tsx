import { Text, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";

/** Dimmed words beside what matters: a help, a note, a remark. */
export function Hint({ children, ...text }: TextProps & { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" {...text}>
      {children}
    </Text>
  );
}
