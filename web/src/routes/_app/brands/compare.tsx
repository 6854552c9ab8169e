import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { CompareBrands } from "@/features/brands/compare/CompareBrands";
import { COMPARED_MIN, compareSearch } from "@/features/brands/compare/searchParams";
import { measured } from "@/text/brands/measured";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/brands/compare")({
  staticData: { title: shell.compareBrands },
  validateSearch: compareSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps: { mcids = [] } }) => {
    if (mcids.length >= COMPARED_MIN) {
      void queryClient.prefetchQuery(query("/brands/compare", { attributes: { mcids } }));
    }
  },
  component: ComparePage,
});

function ComparePage() {
  const { mcids = [] } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page wide>
      <PageHeader title={shell.compareBrands} help={measured.compareHelp} />
      <CompareBrands
        mcids={mcids}
        onChange={(chosen) =>
          void navigate({ search: { mcids: chosen.length > 0 ? chosen : undefined } })
        }
      />
    </Page>
  );
}
