import { createFileRoute } from "@tanstack/react-router";

import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

export const Route = createFileRoute("/_app/dashboard")({
  staticData: { title: shell.dashboard },
  component: () => (
    <Page>
      <PageHeader title={shell.dashboard} />
    </Page>
  ),
});
