import { createFileRoute } from "@tanstack/react-router";

import { requireUser } from "@/features/accounts/auth/requireUser";
import { Shell } from "@/features/core/shell/Shell";
import { DownloadsButton } from "@/features/exports/DownloadsButton";
import { loadable } from "@/ui/base/loadable";
import { Deferred } from "@/ui/layout/Deferred";

const NetworkMenu = loadable(() =>
  import("@/features/network/page/NetworkMenu").then(({ NetworkMenu }) => NetworkMenu),
);

/** Every route below this one needs a session. */
export const Route = createFileRoute("/_app")({
  beforeLoad: requireUser,
  component: () => (
    <Deferred>
      <Shell tools={<DownloadsButton />} networkMenu={NetworkMenu} />
    </Deferred>
  ),
});
