import { createFileRoute } from "@tanstack/react-router";

import type { Period } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { Dashboard } from "@/features/dashboard/Dashboard";
import { PERIODS, USUAL } from "@/features/dashboard/periods";
import { shell } from "@/text/core/shell";
import { oneOf } from "@/ui/base/search";
import { Page } from "@/ui/layout/Page";

interface Search {
  period?: Period;
}

export const Route = createFileRoute("/_app/dashboard")({
  staticData: { title: shell.dashboard },
  validateSearch: ({ period }): Search => ({ period: oneOf(period, PERIODS) }),
  loaderDeps: ({ search: { period = USUAL } }) => ({ filter: { period } }),
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(query("/home/dashboard", deps));
  },
  component: DashboardPage,
});

function DashboardPage() {
  const { period = USUAL } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page>
      <Dashboard
        period={period}
        onPeriod={(next) =>
          void navigate({ search: { period: next === USUAL ? undefined : next } })
        }
      />
    </Page>
  );
}
