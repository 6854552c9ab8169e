import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";

import { Refusal } from "@/api/call";
import { BRAND_UNKNOWN } from "@/api/gen/codes.gen";
import { query } from "@/api/query";
import { BrandDetail } from "@/features/brand/detail/BrandDetail";
import { BrandHeader } from "@/features/brand/detail/BrandHeader";
import { BrandNotFound } from "@/features/brand/detail/BrandNotFound";
import { canLinkTo } from "@/features/brand/search";
import { BrandLinkGenerator } from "@/features/link/LinkGenerator";
import { shell } from "@/text/core/shell";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

const infoOf = (mcid: string) => query("/brands/info", { attributes: { mcid } });

export const Route = createFileRoute("/_app/brands/$mcid")({
  staticData: { title: shell.brandDetails },
  loader: ({ context: { queryClient }, params: { mcid } }) => {
    void queryClient.prefetchQuery(infoOf(mcid));
  },
  component: () => (
    <Page>
      <BrandPage />
    </Page>
  ),
});

function BrandPage() {
  const { mcid } = Route.useParams();
  const { data: brand, error, isFetching, refetch } = useQuery(infoOf(mcid));
  if (!brand && error instanceof Refusal && error.code === BRAND_UNKNOWN) return <BrandNotFound />;
  if (!brand) {
    return (
      <>
        <PageHeader title={shell.brandDetails} />
        {error ? (
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={480} radius="lg" />
        )}
      </>
    );
  }
  const canLink = canLinkTo(brand);
  return (
    <>
      <BrandHeader brand={brand} canLink={canLink} />
      <BrandDetail brand={brand} generator={canLink && <BrandLinkGenerator mcid={mcid} />} />
    </>
  );
}
