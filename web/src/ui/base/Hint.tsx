import { Text, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";

/** Dimmed secondary text: a help text, a note or a remark. */
export function Hint({ children, ...text }: TextProps & { children: ReactNode }) {
  return (
    <Text size="xs" c="dimmed" {...text}>
      {children}
    </Text>
  );
}
