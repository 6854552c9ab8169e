import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import { ErrorState } from "./ErrorState";

/** Replaces a page whose data could not be loaded: says so and offers to try again. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  useEffect(reset, [reset]);
  return (
    <ErrorState
      error={error instanceof Error ? error : null}
      onRetry={() => void router.invalidate()}
    />
  );
}
