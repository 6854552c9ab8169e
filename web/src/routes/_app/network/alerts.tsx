import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { AlertsTab } from "@/features/network/alerts/AlertsTab";
import { networkAlertsInput, networkAlertsSearch } from "@/features/network/alerts/searchParams";
import { loadTab } from "@/features/network/loadTab";
import { lists } from "@/text/network/lists";
import { overlay } from "@/ui/base/overlay";
import { useAddress } from "@/ui/base/useAddress";

const NetworkAlertDrawer = overlay(() =>
  import("@/features/network/alerts/NetworkAlertDrawer").then(
    ({ NetworkAlertDrawer }) => NetworkAlertDrawer,
  ),
);

export const Route = createFileRoute("/_app/network/alerts")({
  staticData: { title: lists.alerts },
  validateSearch: networkAlertsSearch,
  loaderDeps: ({ search }) => networkAlertsInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("alerts", loading, [query("/network/alerts", deps)], deps.filter),
  component: NetworkAlerts,
});

function NetworkAlerts() {
  const { search, onSearch } = useAddress(Route);
  return (
    <>
      <AlertsTab search={search} onSearch={onSearch} />
      <NetworkAlertDrawer
        shown={search.look}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
    </>
  );
}
