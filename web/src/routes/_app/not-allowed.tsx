import { createFileRoute } from "@tanstack/react-router";
import { trouble } from "@/text/core/loadErrors";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { Page } from "@/ui/layout/Page";

/** The page shown for links to pages that the user's role does not include. */
export const Route = createFileRoute("/_app/not-allowed")({
  staticData: { title: trouble.forbiddenTitle },
  component: NotAllowed,
});

function NotAllowed() {
  return (
    <Page>
      <EmptyState title={trouble.forbiddenTitle} heading="h1" help={trouble.forbiddenHelp} />
    </Page>
  );
}
