import { createFileRoute } from "@tanstack/react-router";

import { shell } from "@/text/shell";
import { Page } from "@/ui/Page";
import { PageHeader } from "@/ui/PageHeader";

const NEW = 0;
const MINE = 2;

const titleOf = ({ status }: { status?: unknown }) =>
  Number(status) === MINE ? shell.myBrands : shell.newBrands;

export const Route = createFileRoute("/_app/brands/find")({
  staticData: { title: titleOf },
  validateSearch: ({ status }): { status: number } => ({ status: Number(status ?? NEW) || NEW }),
  component: () => (
    <Page>
      <PageHeader title={titleOf(Route.useSearch())} />
    </Page>
  ),
});
