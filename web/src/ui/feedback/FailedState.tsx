import { Button } from "@mantine/core";

import { common } from "@/text/core/common";

import { EmptyState } from "./EmptyState";

interface FailedStateProps {
  error: Error | null;
  onRetry: () => void;
  busy?: boolean;
}

/** What failed, in its own place, and Retry. */
export function FailedState({ error, onRetry, busy }: FailedStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={common.failedTitle}
        help={error?.message || common.failedHelp}
        action={
          <Button variant="default" size="xs" loading={busy} onClick={onRetry}>
            {common.retry}
          </Button>
        }
      />
    </div>
  );
}
