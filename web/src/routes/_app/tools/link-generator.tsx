import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { ApplyCallout } from "@/features/brand/ApplyCallout";
import { ExportButton } from "@/features/download/ExportButton";
import { LazyLinkHistory } from "@/features/link/LazyLinkHistory";
import { LinkGenerator } from "@/features/link/LinkGenerator";
import { linkSearch, linksInput } from "@/features/link/search";
import { shell } from "@/text/core/shell";
import { link } from "@/text/publisher/link";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/tools/link-generator")({
  staticData: { title: shell.linkGenerator },
  validateSearch: linkSearch,
  loaderDeps: ({ search }) => linksInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/tools/links", deps));
    void queryClient.prefetchQuery(channelsQuery);
  },
  component: LinkGeneratorPage,
});

function LinkGeneratorPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { mcid, target_url, site_id } = search;
  return (
    <Page>
      <PageHeader title={shell.linkGenerator} help={link.help} />
      <LinkGenerator
        key={`${mcid} ${target_url} ${site_id}`}
        mcid={mcid}
        target={target_url}
        siteId={site_id}
        application={(brand, siteId) => <ApplyCallout brand={brand} siteId={siteId} />}
      />
      <LazyLinkHistory
        search={search}
        action={<ExportButton report="links" filter={linksInput(search).filter ?? {}} />}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
      />
    </Page>
  );
}
