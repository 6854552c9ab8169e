import { Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** Set where nothing else gives the page its title. */
  heading?: "h1";
  /** Why there is nothing. */
  help?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Shown where there is nothing yet: why, and what to do next. */
export function EmptyState({ title, heading, help, action }: EmptyStateProps) {
  return (
    <Stack className="portal-empty" align="center" gap="sm" py={48} px="md" ta="center">
      <Stack gap={4} align="center">
        <Text component={heading ?? "p"} fw={600}>
          {title}
        </Text>
        {help && (
          <Text c="dimmed" maw={400}>
            {help}
          </Text>
        )}
      </Stack>
      {action}
    </Stack>
  );
}
