import { createFileRoute, Outlet, useLocation } from "@tanstack/react-router";

import { Network, parseTab } from "@/features/network/page/Network";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/network")({
  staticData: { title: shell.network },
  component: NetworkPage,
});

function NetworkPage() {
  const tab = useLocation({ select: ({ pathname }) => parseTab(pathname.split("/")[2]) });
  return (
    <Page wide>
      <Network tab={tab}>
        <Outlet />
      </Network>
    </Page>
  );
}
