import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { AgeingList } from "@/features/payments/AgeingList";
import { shell } from "@/text/core/shell";
import { ageing } from "@/text/payments/ageing";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/payments/ageing")({
  staticData: { title: shell.ageing },
  loader: ({ context: { queryClient } }) =>
    void queryClient.prefetchQuery(query("/payments/ageing")),
  component: () => (
    <Page wide>
      <PageHeader title={shell.ageing} help={ageing.help} note={ageing.agesHelp} />
      <AgeingList />
    </Page>
  ),
});
