import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { BrokenLinks } from "@/features/links/broken/BrokenLinks";
import { brokenInput, brokenSearch } from "@/features/links/broken/searchParams";
import { shell } from "@/text/core/shell";
import { broken } from "@/text/links/broken";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/tools/broken-links")({
  staticData: { title: shell.brokenLinks },
  validateSearch: brokenSearch,
  loaderDeps: ({ search }) => brokenInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/tools/broken_links", deps));
    void queryClient.prefetchQuery(channelsQuery);
  },
  component: BrokenLinksPage,
});

function BrokenLinksPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page>
      <PageHeader title={shell.brokenLinks} help={broken.help} />
      <BrokenLinks
        search={search}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </Page>
  );
}
