import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { BrandFinder } from "@/features/brands/finder/BrandFinder";
import { RelationshipTabs } from "@/features/brands/finder/RelationshipTabs";
import { brandSearch, facetsInput, findInput, titleOf } from "@/features/brands/searchParams";
import { brand } from "@/text/brands/brand";
import { measured } from "@/text/brands/measured";
import { ButtonLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { ChannelSwitch } from "@/ui/picker/ChannelSwitch";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/brands/find")({
  staticData: { title: titleOf },
  validateSearch: brandSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page appears at once and shows placeholders for its rows.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(channelsQuery);
    void queryClient.prefetchQuery(query("/brands/find", findInput(deps)));
    void queryClient.prefetchQuery(query("/brands/facets", facetsInput(deps)));
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
          <Group gap="xs">
            <ButtonLink to="/brands/compare" variant="default" size="sm">
              {measured.compare}
            </ButtonLink>
            <ChannelSwitch
              value={search.site_id}
              onChange={(site_id) =>
                void navigate({ search: (before) => ({ ...before, site_id, curPage: undefined }) })
              }
            />
          </Group>
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
