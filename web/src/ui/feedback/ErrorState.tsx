import { Button } from "@mantine/core";

import { Refusal } from "@/api/call";
import { failureText } from "@/api/form/failureText";
import { NOT_ALLOWED } from "@/api/gen/codes.gen";
import { common } from "@/text/core/common";
import { trouble } from "@/text/core/loadErrors";

import { EmptyState } from "./EmptyState";

interface ErrorStateProps {
  error: Error | null;
  onRetry: () => void;
  busy?: boolean;
  /** The name of the missing content, where the page does not show it. */
  what?: string;
  /** Set where it takes the place of a whole page. */
  heading?: "h1";
}

/**
 * Shown in place of content that failed to load, with Retry or, without permission, whom to ask.
 */
export function ErrorState({ error, onRetry, busy, what, heading }: ErrorStateProps) {
  if (error instanceof Refusal && error.code === NOT_ALLOWED) {
    return (
      <div role="alert">
        <EmptyState title={trouble.forbiddenTitle} heading={heading} help={trouble.forbiddenHelp} />
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={what ? trouble.failedOf(what) : trouble.failedTitle}
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

interface FailedRead {
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shows the error of a failed query. */
export function QueryError({ of, what }: { of: FailedRead; what?: string }) {
  const { error, isFetching, refetch } = of;
  return <ErrorState what={what} error={error} busy={isFetching} onRetry={() => void refetch()} />;
}
