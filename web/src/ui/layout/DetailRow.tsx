import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A name and its value, in a drawer or a card. */
export function DetailRow({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" align="baseline" wrap="nowrap" gap="md">
      <Text size="sm" c="dimmed" flex="none">
        {name}
      </Text>
      <Text size="sm" component="div" ta="right">
        {children}
      </Text>
    </Group>
  );
}
