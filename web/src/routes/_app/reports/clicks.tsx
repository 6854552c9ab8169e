import { Group } from "@mantine/core";
import { createFileRoute } from "@tanstack/react-router";
import { loadNames } from "@/api/arrival";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/exports/ExportButton";
import { OrderTabs } from "@/features/orders/OrderTabs";
import { ClickFilters } from "@/features/reports/clicks/ClickFilters";
import { ClickTable } from "@/features/reports/clicks/ClickTable";
import { clickSearch, clicksInput } from "@/features/reports/clicks/searchParams";
import { namesIn } from "@/features/reports/namesIn";
import { SiteSwitch } from "@/features/reports/SiteSwitch";
import type { ClickSearch } from "@/features/reports/searchParams";
import { ViewsButton } from "@/features/reports/views/ViewsButton";
import { click } from "@/text/clicks/click";
import { shell } from "@/text/core/shell";
import { lastDays } from "@/ui/base/period";
import { useAddress } from "@/ui/base/useAddress";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

export const Route = createFileRoute("/_app/reports/clicks")({
  staticData: { title: shell.clicks },
  validateSearch: clickSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, cause, deps }) => {
    void queryClient.prefetchQuery(query("/reports/clicks", clicksInput(deps, user.time_zone)));
    return loadNames(queryClient, cause, namesIn(deps, user));
  },
  component: ClicksPage,
});

function ClicksPage() {
  const { search, onSearch } = useAddress(Route);
  const { time_zone: zone } = useUser();
  const { filter } = clicksInput(search, zone);
  const narrow = (change: ClickSearch) => onSearch({ ...search, ...change, cursor: undefined });
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
              onOpen={(view) => onSearch(clickSearch(view))}
            />
            <ExportButton report="clicks" filter={filter} />
          </Group>
        }
      />
      <OrderTabs current="/reports/clicks" />
      <ClickFilters search={search} zone={zone} onChange={narrow} />
      <ClickTable
        search={search}
        zone={zone}
        onSearch={onSearch}
        onLonger={() => narrow(lastDays(90, zone))}
      />
    </Page>
  );
}
