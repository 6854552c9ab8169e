import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { is } from "@/api/roles";
import { Network } from "@/features/network/page/Network";
import {
  accountsAsk,
  brandsAsk,
  networkSearch,
  ordersAsk,
  relationshipsAsk,
  sitesAsk,
} from "@/features/network/search";
import { shell } from "@/text/core/shell";
import { Page } from "@/ui/layout/Page";

export const Route = createFileRoute("/_app/network")({
  staticData: { title: shell.network },
  validateSearch: networkSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, deps }) => {
    if (!is(user, "operator")) return;
    if (deps.tab === "publishers") {
      void queryClient.prefetchQuery(query("/network/accounts", accountsAsk(deps)));
    } else if (deps.tab === "orders") {
      void queryClient.prefetchQuery(query("/network/orders", ordersAsk(deps)));
    } else if (deps.tab === "reviews") {
      void queryClient.prefetchQuery(query("/network/relationships", relationshipsAsk(deps)));
      void queryClient.prefetchQuery(query("/network/sites", sitesAsk(deps)));
    } else {
      void queryClient.prefetchQuery(query("/network/brands", brandsAsk(deps)));
    }
  },
  component: NetworkPage,
});

function NetworkPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page wide>
      <Network search={search} onSearch={(next) => void navigate({ search: next })} />
    </Page>
  );
}
