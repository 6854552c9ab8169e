import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

import { ErrorState } from "./ErrorState";

/** Stands in for a page whose data did not come: says so in place and tries again. */
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
