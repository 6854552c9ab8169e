import { createFileRoute } from "@tanstack/react-router";

import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

export const Route = createFileRoute("/_app/settings/channel")({
  staticData: { title: shell.channels },
  component: () => (
    <Page>
      <PageHeader title={shell.channels} />
    </Page>
  ),
});
