import { createFileRoute } from "@tanstack/react-router";

import { requireUser } from "@/features/accounts/auth/requireUser";
import { Shell } from "@/features/core/shell/Shell";
import { DownloadsButton } from "@/features/exports/DownloadsButton";

/** Every route below this one needs a session. */
export const Route = createFileRoute("/_app")({
  beforeLoad: requireUser,
  component: () => <Shell tools={<DownloadsButton />} />,
});
