import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { useUser } from "@/api/useUser";
import { ExportButton } from "@/features/download/ExportButton";
import { Performance } from "@/features/report/Performance";
import { performanceInput, performanceSearch } from "@/features/report/search";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/reports/performance")({
  staticData: { title: shell.performance },
  validateSearch: performanceSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, deps }) => {
    void queryClient.prefetchQuery(
      query("/reports/performance", performanceInput(deps, user.time_zone)),
    );
  },
  component: PerformancePage,
});

function PerformancePage() {
  const { time_zone: zone } = useUser();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page wide>
      <Performance
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        action={
          <ExportButton report="performance" filter={performanceInput(search, zone).filter} />
        }
        onOrders={(orders) => void navigate({ to: "/reports/transactions", search: orders })}
      />
    </Page>
  );
}
