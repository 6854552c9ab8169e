import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { isChunkFailure } from "@/api/chunkFailure";
import { reload, reloadOnce } from "@/api/reload";
import { common } from "@/text/core/common";

import { ErrorState } from "./ErrorState";
import { toast } from "./toasts";

/** Replaces a page that could not be loaded: says so and offers to try again. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const [busy, setBusy] = useState(false);
  const lacksFile = isChunkFailure(error);
  useEffect(reset, [reset]);
  useEffect(() => {
    if (lacksFile) reloadOnce().catch(() => {});
  }, [lacksFile]);
  const retry = () => {
    if (!lacksFile) return void router.invalidate();
    setBusy(true);
    reload().catch(() => {
      setBusy(false);
      toast.error(common.networkError);
    });
  };
  return (
    <ErrorState
      heading="h1"
      error={error instanceof Error ? error : null}
      busy={busy}
      onRetry={retry}
    />
  );
}
