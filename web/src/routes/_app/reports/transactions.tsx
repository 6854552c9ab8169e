import { createFileRoute } from "@tanstack/react-router";

import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

export const Route = createFileRoute("/_app/reports/transactions")({
  staticData: { title: shell.transactions },
  component: () => (
    <Page>
      <PageHeader title={shell.transactions} />
    </Page>
  ),
});
