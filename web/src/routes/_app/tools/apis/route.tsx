import { createFileRoute, Outlet } from "@tanstack/react-router";

import { query } from "@/api/query";
import { ApiLayout } from "@/features/accounts/api/ApiLayout";
import { menuQuery } from "@/features/accounts/api/apiPages";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/tools/apis")({
  staticData: { title: shell.apis },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(query(...menuQuery)),
  component: () => (
    <Page>
      <ApiLayout>
        <Outlet />
      </ApiLayout>
    </Page>
  ),
});
