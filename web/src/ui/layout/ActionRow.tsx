import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface ActionRowProps {
  /** A text that says what the button does. */
  help: ReactNode;
  /** A button aligned to the right: `ml="auto"`. */
  children: ReactNode;
}

/** One action in a panel: what it does, with its button to the right, or below where there is no room. */
export function ActionRow({ help, children }: ActionRowProps) {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed" flex="1 1 260px" maw={640}>
        {help}
      </Text>
      {children}
    </Group>
  );
}
