import { createFileRoute } from "@tanstack/react-router";

import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

export const Route = createFileRoute("/_app/tools/link-generator")({
  staticData: { title: shell.linkGenerator },
  component: () => (
    <Page>
      <PageHeader title={shell.linkGenerator} />
    </Page>
  ),
});
