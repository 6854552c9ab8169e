import { createFileRoute } from "@tanstack/react-router";

import { requireUser } from "@/features/auth/guard";
import { DownloadsButton } from "@/features/download/DownloadsButton";
import { Shell } from "@/features/shell/Shell";

/** Every route below this one is for somebody who is signed in. */
export const Route = createFileRoute("/_app")({
  beforeLoad: requireUser,
  component: () => <Shell tools={<DownloadsButton />} />,
});
