import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { LazyLinkHistory } from "@/features/link/LazyLinkHistory";
import { LinkGenerator } from "@/features/link/LinkGenerator";
import { linkSearch, linksInput } from "@/features/link/search";
import { shell } from "@/text/core/shell";
import { link } from "@/text/publisher/link";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/tools/link-generator")({
  staticData: { title: shell.linkGenerator },
  validateSearch: linkSearch,
  loaderDeps: ({ search }) => linksInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/tools/links", deps));
  },
  component: LinkGeneratorPage,
});

function LinkGeneratorPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { mcid, target_url } = search;
  return (
    <Page>
      <PageHeader title={shell.linkGenerator} help={link.help} />
      <LinkGenerator key={`${mcid} ${target_url}`} mcid={mcid} target={target_url} />
      <LazyLinkHistory
        search={search}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
      />
    </Page>
  );
}
