import { createFileRoute } from "@tanstack/react-router";

import { loadNames } from "@/api/arrival";
import { query } from "@/api/query";
import { seesMoney } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { ExportButton } from "@/features/exports/ExportButton";
import { namesIn } from "@/features/reports/namesIn";
import { Performance } from "@/features/reports/performance/Performance";
import { performanceInput, performanceSearch } from "@/features/reports/searchParams";
import { ViewsButton } from "@/features/reports/views/ViewsButton";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/reports/performance")({
  staticData: { title: shell.performance },
  validateSearch: performanceSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, cause, deps }) => {
    void queryClient.prefetchQuery(
      query("/reports/performance", performanceInput(deps, user.time_zone, seesMoney(user))),
    );
    void queryClient.prefetchQuery(channelsQuery);
    return loadNames(queryClient, cause, namesIn(deps, user));
  },
  component: PerformancePage,
});

function PerformancePage() {
  const user = useUser();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const { filter } = performanceInput(search, user.time_zone, seesMoney(user));
  return (
    <Page wide>
      <Performance
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        action={
          <>
            <ViewsButton
              report="performance"
              filter={{ ...filter, compare: search.compare }}
              untouched={Object.values(search).every((value) => value === undefined)}
              onOpen={(view) => void navigate({ search: performanceSearch(view) })}
            />
            <ExportButton report="performance" filter={filter} />
          </>
        }
        onClicks={(clicks) => void navigate({ to: "/reports/clicks", search: clicks })}
        onOrders={(orders) => void navigate({ to: "/reports/transactions", search: orders })}
      />
    </Page>
  );
}
