import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Refusal } from "@/api/call";
import { BRAND_UNKNOWN } from "@/api/gen/codes.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { BrandDetail } from "@/features/brands/detail/BrandDetail";
import { BrandHeader } from "@/features/brands/detail/BrandHeader";
import { canLinkTo, RESERVED_MCIDS } from "@/features/brands/searchParams";
import { useDecisions } from "@/features/brands/useDecisions";
import { BrandLinkGenerator } from "@/features/links/LinkGenerator";
import { shell } from "@/text/core/shell";
import { loadable } from "@/ui/base/loadable";
import { parseId } from "@/ui/base/searchParams";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { usePageTitle } from "@/ui/layout/pageTitle";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { channelsQuery } from "@/ui/picker/channelsQuery";

const BrandNotFound = loadable(() =>
  import("@/features/brands/detail/lazy/BrandNotFound").then(({ BrandNotFound }) => BrandNotFound),
);

interface BrandPageSearch {
  /** The channel whose relationship with the brand is shown; the default one if absent. */
  site_id?: number;
}

const infoOf = (mcid: string, { site_id }: BrandPageSearch) =>
  query("/brands/info", { attributes: { mcid, site_id } });

const changesOf = (mcid: string) => query("/brands/terms_changes", { attributes: { mcid } });

export const Route = createFileRoute("/_app/brands/$mcid")({
  staticData: { title: shell.brandDetails },
  // A brand that has the name of a page, as none can have any more, has a ~ before it.
  params: {
    parse: ({ mcid }) => ({ mcid: mcid.replace(/^~/, "") }),
    stringify: ({ mcid }) => ({ mcid: RESERVED_MCIDS.has(mcid) ? `~${mcid}` : mcid }),
  },
  validateSearch: (search: Record<string, unknown>): BrandPageSearch => ({
    site_id: parseId(search.site_id),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params: { mcid }, deps }) => {
    void queryClient.prefetchQuery(infoOf(mcid, deps));
    void queryClient.prefetchQuery(changesOf(mcid));
    void queryClient.prefetchQuery(channelsQuery);
  },
  component: () => (
    <Page>
      <BrandPage />
    </Page>
  ),
});

function BrandPage() {
  const user = useUser();
  const { mcid } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const {
    data: brand,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...infoOf(mcid, search),
    // The same brand stays in sight while another channel's relationship with it is loaded.
    placeholderData: (before) => (before?.mcid === mcid ? before : undefined),
  });
  // What it shows stands above other sections, which must not move once it is there.
  const { data: changes, isLoading } = useQuery(changesOf(mcid));
  const siteId = search.site_id;
  const onChannel = (site_id: number | undefined) =>
    void navigate({ search: { site_id }, replace: true });
  useDecisions(siteId, brand ? [brand] : []);
  usePageTitle(brand?.name);
  if (!brand && error instanceof Refusal && error.code === BRAND_UNKNOWN) return <BrandNotFound />;
  if (!brand || isLoading) {
    return (
      <>
        <PageHeader
          title={shell.brandDetails}
          action={error && <ChannelSwitch value={siteId} onChange={onChannel} />}
        />
        {error ? (
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={480} radius="lg" />
        )}
      </>
    );
  }
  const canLink = canLinkTo(brand) && hasPermission(user, "link.edit");
  return (
    <>
      <BrandHeader brand={brand} canLink={canLink} siteId={siteId} onChannel={onChannel} />
      <BrandDetail
        brand={brand}
        siteId={siteId}
        changes={changes?.list ?? []}
        generator={canLink && <BrandLinkGenerator mcid={mcid} siteId={siteId} />}
      />
    </>
  );
}
