import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { ApplyCallout } from "@/features/brands/ApplyCallout";
import { ExportButton } from "@/features/exports/ExportButton";
import { Bookmarklet } from "@/features/links/Bookmarklet";
import { LinkGenerator } from "@/features/links/LinkGenerator";
import { LazyLinkList } from "@/features/links/list/LazyLinkList";
import { linkSearch, linksInput, linksQuery } from "@/features/links/searchParams";
import { useBrandOfPage } from "@/features/links/useBrandOfPage";
import { shell } from "@/text/core/shell";
import { link } from "@/text/links/link";
import { loadable } from "@/ui/base/loadable";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";

const BulkLinks = loadable(
  () => import("@/features/links/bulk/BulkLinks").then(({ BulkLinks }) => BulkLinks),
  <Skeleton h={{ base: 496, sm: 592, md: 400, lg: 376 }} radius="lg" />,
);

export const Route = createFileRoute("/_app/tools/link-generator")({
  staticData: { title: shell.linkGenerator },
  validateSearch: linkSearch,
  loaderDeps: ({ search }) => linksInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(linksQuery(deps));
    void queryClient.prefetchQuery(channelsQuery);
  },
  component: LinkGeneratorPage,
});

function LinkGeneratorPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { target_url, site_id, many } = search;
  const onChannel = (site_id: number | undefined) =>
    void navigate({ search: (before) => ({ ...before, site_id }), replace: true });
  const { mcid, unknown } = useBrandOfPage(target_url, search.mcid);
  return (
    <Page>
      <PageHeader
        title={shell.linkGenerator}
        help={link.help}
        action={
          <SegmentedControl
            aria-label={link.oneOrMany}
            value={many ? "many" : "one"}
            onChange={(picked) =>
              void navigate({
                search: (before) => ({ ...before, many: picked === "many" || undefined }),
              })
            }
            data={[
              { value: "one", label: link.one },
              { value: "many", label: link.many },
            ]}
          />
        }
      />
      {unknown && !many && <Text>{link.pageUnknown}</Text>}
      {many ? (
        <BulkLinks siteId={site_id} onChannel={onChannel} />
      ) : (
        <LinkGenerator
          key={`${mcid} ${target_url}`}
          mcid={mcid}
          target={target_url}
          siteId={site_id}
          onChannel={onChannel}
          application={(brand, siteId) => <ApplyCallout brand={brand} siteId={siteId} />}
        />
      )}
      <Bookmarklet />
      <LazyLinkList
        search={search}
        action={<ExportButton report="links" filter={linksInput(search).filter ?? {}} />}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
      />
    </Page>
  );
}
