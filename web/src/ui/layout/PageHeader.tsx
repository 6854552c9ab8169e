import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  help?: ReactNode;
  /** What the figures cover: days, time zone, currency. Its line is reserved until it is known. */
  note?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

/** The page's only h1, with its help text below and its action to the right. */
export function PageHeader({ title, help, note, action }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={4} miw={0} flex="1 1 260px">
        <Title order={1}>{title}</Title>
        {help && (
          <Text c="dimmed" maw={640}>
            {help}
          </Text>
        )}
        {note !== undefined && (
          <Text size="xs" c="dimmed" mih={16}>
            {note}
          </Text>
        )}
      </Stack>
      {action}
    </Group>
  );
}
