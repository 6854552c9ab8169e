import { Group, Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Landing } from "./useLanding";

interface PanelProps {
  title: string;
  /** To the right of the title: a switch, or a link to more. */
  action?: ReactNode;
  /** Fills the height of its row. */
  tall?: boolean;
  /** Links lead to it. */
  landing?: Landing;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Panel({ title, action, tall, landing, children }: PanelProps) {
  return (
    <Paper
      component="section"
      aria-label={title}
      p="md"
      miw={0}
      h={tall ? "100%" : undefined}
      {...landing}
    >
      <Stack gap="sm" h={tall ? "100%" : undefined}>
        <Group justify="space-between" gap="xs" mih={28}>
          <Title order={2} size="h3">
            {title}
          </Title>
          {action}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
