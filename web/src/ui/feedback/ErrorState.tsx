import { Button } from "@mantine/core";

import { failureText } from "@/api/form/failureText";
import { common } from "@/text/core/common";

import { EmptyState } from "./EmptyState";

interface ErrorStateProps {
  error: Error | null;
  onRetry: () => void;
  busy?: boolean;
  /** What was to be shown, where that is not plain from what is around. */
  what?: string;
  /** Set where it takes the place of a whole page. */
  heading?: "h1";
}

/** What failed, in its own place, and Retry. */
export function ErrorState({ error, onRetry, busy, what, heading }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={what ? common.failedOf(what) : common.failedTitle}
        heading={heading}
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
