import { Button } from "@mantine/core";

import { failureText } from "@/api/form/failureText";
import { common } from "@/text/core/common";

import { EmptyState } from "./EmptyState";

interface ErrorStateProps {
  error: Error | null;
  onRetry: () => void;
  busy?: boolean;
}

/** What failed, in its own place, and Retry. */
export function ErrorState({ error, onRetry, busy }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={common.failedTitle}
        help={failureText(error)}
        action={
          <Button variant="default" size="xs" loading={busy} onClick={onRetry}>
            {common.retry}
          </Button>
        }
      />
    </div>
  );
}
