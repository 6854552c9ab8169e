import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { fetchVersion, isChunkFailure, reloadOnce } from "@/api/appVersion";
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
    // After a new version the page's file has another name, which only the new index.html knows.
    if (lacksFile) void fetchVersion().then((version) => version === "new" && reloadOnce());
  }, [lacksFile]);
  const retry = async () => {
    if (!lacksFile) return router.invalidate();
    setBusy(true);
    // Browsers remember a file that failed, so the page is loaded anew; but only from a portal that answers.
    if ((await fetchVersion()) !== "unreachable") return location.reload();
    setBusy(false);
    toast.error(common.networkError);
  };
  return (
    <ErrorState
      heading="h1"
      error={error instanceof Error ? error : null}
      busy={busy}
      onRetry={() => void retry()}
    />
  );
}
