import { createFileRoute } from "@tanstack/react-router";

import type { Period } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { Dashboard } from "@/features/home/dashboard/Dashboard";
import { DEAREST } from "@/features/home/dashboard/dearest";
import { DEFAULT_PERIOD, PERIODS } from "@/features/home/dashboard/periods";
import { shell } from "@/text/core/shell";
import { parseOneOf } from "@/ui/base/searchParams";
import { Page } from "@/ui/layout/Page";

interface Search {
  period?: Period;
}

export const Route = createFileRoute("/_app/dashboard")({
  staticData: { title: shell.dashboard },
  validateSearch: ({ period }): Search => ({ period: parseOneOf(period, PERIODS) }),
  loaderDeps: ({ search: { period = DEFAULT_PERIOD } }) => ({ filter: { period } }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(query("/home/dashboard", deps));
    void context.queryClient.prefetchQuery(query("/home/banners"));
    void context.queryClient.prefetchQuery(query("/reports/alerts", DEAREST));
  },
  component: DashboardPage,
});

function DashboardPage() {
  const { period = DEFAULT_PERIOD } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page>
      <Dashboard
        period={period}
        onPeriod={(next) =>
          void navigate({ search: { period: next === DEFAULT_PERIOD ? undefined : next } })
        }
      />
    </Page>
  );
}
