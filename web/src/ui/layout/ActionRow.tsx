import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface ActionRowProps {
  /** What the button does. */
  help: ReactNode;
  /** A button that keeps to the right: `ml="auto"`. */
  children: ReactNode;
}

/** One thing to do in a panel: what it is, and right of it the button, below where there is no room. */
export function ActionRow({ help, children }: ActionRowProps) {
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" c="dimmed" flex="1 1 260px" maw={640}>
        {help}
      </Text>
      {children}
    </Group>
  );
}
