import { createFileRoute } from "@tanstack/react-router";
import { AppRequest } from "@/features/accounts/apps/AppRequest";
import { shell } from "@/text/core/shell";
import { parseId } from "@/ui/base/searchParams";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/agents/$id")({
  staticData: { title: shell.appRequest },
  component: RequestPage,
});

function RequestPage() {
  const { id } = Route.useParams();
  return (
    <Page>
      <AppRequest id={parseId(id)} />
    </Page>
  );
}
