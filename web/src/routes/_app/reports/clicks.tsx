import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/download/ExportButton";
import { ClickFilters } from "@/features/report/clicks/ClickFilters";
import { ClickTable } from "@/features/report/clicks/ClickTable";
import { clickSearch, clicksInput } from "@/features/report/clicks/search";
import { SiteSwitch } from "@/features/report/SiteSwitch";
import type { ClickSearch } from "@/features/report/search";
import { ViewsButton } from "@/features/view/ViewsButton";
import { shell } from "@/text/core/shell";
import { click } from "@/text/reports/click";
import { lastDays } from "@/ui/base/period";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/clicks")({
  staticData: { title: shell.clicks },
  validateSearch: clickSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, deps }) => {
    void queryClient.prefetchQuery(query("/reports/clicks", clicksInput(deps, user.time_zone)));
  },
  component: ClicksPage,
});

function ClicksPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { time_zone: zone } = useUser();
  const { filter } = clicksInput(search, zone);
  const go = (next: ClickSearch) => void navigate({ search: next });
  const narrow = (change: ClickSearch) => go({ ...search, ...change, cursor: undefined });
  return (
    <Page wide>
      <PageHeader
        title={shell.clicks}
        help={click.help}
        note={click.pageNote(zone)}
        action={
          <Group gap="sm">
            <SiteSwitch search={search} onChange={narrow} />
            <ViewsButton
              report="clicks"
              filter={filter}
              untouched={Object.values(search).every((value) => value === undefined)}
              onOpen={(view) => go(clickSearch(view))}
            />
            <ExportButton report="clicks" filter={filter} />
          </Group>
        }
      />
      <ClickFilters search={search} zone={zone} onChange={narrow} />
      <ClickTable
        search={search}
        zone={zone}
        onSearch={go}
        onLonger={() => narrow(lastDays(90, zone))}
      />
    </Page>
  );
}
