import { SegmentedControl } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { ApplicationList } from "@/features/brands/applications/ApplicationList";
import { StandingTable } from "@/features/brands/applications/StandingTable";
import {
  applicationSearch,
  applicationsInput,
  standingsInput,
} from "@/features/brands/applications/searchParams";
import { RelationshipTabs } from "@/features/brands/finder/RelationshipTabs";
import { application as words } from "@/text/brands/application";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";
import { useChannelCount } from "@/ui/picker/useChannels";

export const Route = createFileRoute("/_app/brands/applications")({
  staticData: { title: shell.applications },
  validateSearch: applicationSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(channelsQuery);
    void (deps.view
      ? queryClient.prefetchQuery(query("/brands/standings", standingsInput(deps)))
      : queryClient.prefetchQuery(query("/brands/applications", applicationsInput(deps))));
  },
  component: ApplicationsPage,
});

function ApplicationsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const several = useChannelCount() > 1;
  const props = {
    search,
    onSearch: (change: Partial<typeof search>) =>
      void navigate({ search: (before) => ({ ...before, ...change }) }),
  };
  return (
    <Page wide>
      <PageHeader
        title={shell.applications}
        help={words.help}
        action={
          (several || search.view) && (
            <SegmentedControl
              aria-label={words.views}
              data={[
                { value: "list", label: words.byApplication },
                { value: "channels", label: words.byChannel },
              ]}
              value={search.view ?? "list"}
              onChange={(picked) =>
                void navigate({ search: { view: picked === "channels" ? picked : undefined } })
              }
            />
          )
        }
      />
      <RelationshipTabs />
      {search.view ? <StandingTable {...props} /> : <ApplicationList {...props} />}
    </Page>
  );
}
