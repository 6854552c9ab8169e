import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { BrandFinder } from "@/features/brand/finder/BrandFinder";
import { RelationshipTabs } from "@/features/brand/finder/RelationshipTabs";
import { brandSearch, facetsInput, findInput, titleOf } from "@/features/brand/search";
import { brand } from "@/text/publisher/brand";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { loadChannels } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/brands/find")({
  staticData: { title: titleOf },
  validateSearch: brandSearch,
  loaderDeps: ({ search }) => search,
  // The brands are not awaited: the page appears at once and shows placeholders for its rows.
  loader: async ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/brands/find", findInput(deps)));
    void queryClient.prefetchQuery(query("/brands/facets", facetsInput(deps)));
    await loadChannels(queryClient);
  },
  component: FindBrands,
});

function FindBrands() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page wide>
      <PageHeader
        title={titleOf({ ...search })}
        help={brand.helps[search.status]}
        action={
          <ChannelSwitch
            value={search.site_id}
            onChange={(site_id) =>
              void navigate({ search: (before) => ({ ...before, site_id, curPage: undefined }) })
            }
          />
        }
      />
      <RelationshipTabs search={search} />
      <BrandFinder
        key={`${search.status} ${search.site_id}`}
        search={search}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
      />
    </Page>
  );
}
