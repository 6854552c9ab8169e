import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface PageHeaderProps {
  title: ReactNode;
  help?: ReactNode;
  /** What its figures are of: days, zone, currency. Its line is kept free until it is known. */
  note?: ReactNode;
  /** The page's one primary action. */
  action?: ReactNode;
}

/** The one h1 of a page, and right of it what the page is for. */
export function PageHeader({ title, help, note, action }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Stack gap={4} miw={0}>
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
