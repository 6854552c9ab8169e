import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { AlertList } from "@/features/reports/alerts/AlertList";
import { alertSearch, alertsInput } from "@/features/reports/alerts/searchParams";
import { shell } from "@/text/core/shell";
import { alerts } from "@/text/reports/alerts";
import { AnchorLink } from "@/ui/base/links";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { channelsQuery } from "@/ui/picker/channelsQuery";

export const Route = createFileRoute("/_app/reports/alerts")({
  staticData: { title: shell.alerts },
  validateSearch: alertSearch,
  loaderDeps: ({ search }) => alertsInput(search),
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(query("/reports/alerts", deps));
    void queryClient.prefetchQuery(channelsQuery);
  },
  component: AlertsPage,
});

function AlertsPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page wide>
      <PageHeader
        title={shell.alerts}
        help={alerts.help}
        action={
          <AnchorLink to="/settings/profile" hash="mails" size="sm">
            {alerts.mails}
          </AnchorLink>
        }
      />
      <AlertList
        search={search}
        onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
      />
    </Page>
  );
}
