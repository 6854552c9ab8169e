import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { query } from "@/api/query";
import { hasRole } from "@/api/user/roles";
import { Network } from "@/features/network/page/Network";
import {
  accountsInput,
  brandsInput,
  casesInput,
  couponsInput,
  importsInput,
  type NetworkSearch,
  networkSearch,
  ordersInput,
  paymentsInput,
  relationshipsInput,
  settlementsInput,
  sitesInput,
} from "@/features/network/search";
import { shell } from "@/text/core/shell";
import { parseId } from "@/ui/base/searchParams";
import { Page } from "@/ui/layout/Page";

const NetworkOrderDrawer = lazy(() =>
  import("@/features/order/NetworkOrderDrawer").then(({ NetworkOrderDrawer }) => ({
    default: NetworkOrderDrawer,
  })),
);

const OrderDecision = lazy(() =>
  import("@/features/network/orders/OrderDecision").then(({ OrderDecision }) => ({
    default: OrderDecision,
  })),
);

const NetworkCaseDrawer = lazy(() =>
  import("@/features/case/NetworkCaseDrawer").then(({ NetworkCaseDrawer }) => ({
    default: NetworkCaseDrawer,
  })),
);

export const Route = createFileRoute("/_app/network")({
  staticData: { title: shell.network },
  // Staff alone come here: what reads the address loads with the page, and not with the login.
  validateSearch: (search: Record<string, unknown>): NetworkSearch => search,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, user }, deps: address }) => {
    if (!hasRole(user, "operator")) return;
    const deps = networkSearch({ ...address });
    if (deps.tab === "publishers") {
      void queryClient.prefetchQuery(query("/network/accounts", accountsInput(deps)));
    } else if (deps.tab === "coupons") {
      void queryClient.prefetchQuery(query("/network/coupons", couponsInput(deps)));
    } else if (deps.tab === "orders") {
      void queryClient.prefetchQuery(query("/network/orders", ordersInput(deps)));
    } else if (deps.tab === "imports") {
      void queryClient.prefetchQuery(query("/network/order_imports", importsInput(deps)));
    } else if (deps.tab === "cases") {
      void queryClient.prefetchQuery(query("/network/cases", casesInput(deps)));
    } else if (deps.tab === "settlements") {
      void queryClient.prefetchQuery(query("/network/settlements", settlementsInput(deps)));
    } else if (deps.tab === "payments") {
      void queryClient.prefetchQuery(query("/network/payments", paymentsInput(deps)));
    } else if (deps.tab === "reviews") {
      void queryClient.prefetchQuery(query("/network/relationships", relationshipsInput(deps)));
      void queryClient.prefetchQuery(query("/network/sites", sitesInput(deps)));
    } else {
      void queryClient.prefetchQuery(query("/network/brands", brandsInput(deps)));
    }
  },
  component: NetworkPage,
});

function NetworkPage() {
  const search = networkSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  return (
    <Page wide>
      <Network search={search} onSearch={(next) => void navigate({ search: next })} />
      {search.tab === "orders" && (
        <Suspense>
          <NetworkOrderDrawer
            shown={parseId(search.look)}
            actions={(info) => (
              <Suspense>
                <OrderDecision info={info} />
              </Suspense>
            )}
            onClose={() => void navigate({ search: { ...search, look: undefined } })}
          />
        </Suspense>
      )}
      {search.tab === "cases" && (
        <Suspense>
          <NetworkCaseDrawer
            shown={parseId(search.look)}
            onClose={() => void navigate({ search: { ...search, look: undefined } })}
          />
        </Suspense>
      )}
    </Page>
  );
}
