import { Button, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface EmptyStateProps {
  title: string;
  /** Set where nothing else gives the page its title. */
  heading?: "h1";
  /** Why there is nothing. */
  help?: ReactNode;
  /** The next step: a button, or whatever else leads on. */
  button?: { label: string; onClick: () => void };
  action?: ReactNode;
}

/** Shown where there is nothing yet: why, and what to do next. */
export function EmptyState({ title, heading, help, button, action }: EmptyStateProps) {
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
      {button && (
        <Button size="xs" variant="default" onClick={button.onClick}>
          {button.label}
        </Button>
      )}
      {action}
    </Stack>
  );
}

interface EmptyListProps {
  /** Why there is nothing at all, and why nothing matches. */
  words: { none: string; noneHelp?: string; noMatch: string; noMatchHelp: string; clear: string };
  /** Clears the filters; absent where none is set. */
  onClear?: (() => void) | false;
}

/** Shown in place of a list that has nothing to show, or nothing that its filters match. */
export function EmptyList({ words, onClear }: EmptyListProps) {
  if (!onClear) return <EmptyState title={words.none} help={words.noneHelp} />;
  return (
    <EmptyState
      title={words.noMatch}
      help={words.noMatchHelp}
      button={{ label: words.clear, onClick: onClear }}
    />
  );
}
