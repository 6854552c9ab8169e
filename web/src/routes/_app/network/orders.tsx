import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { OrdersTab } from "@/features/network/orders/OrdersTab";
import { ordersInput, ordersSearch } from "@/features/network/orders/searchParams";
import { lists } from "@/text/network/lists";
import { overlay } from "@/ui/base/overlay";
import { parseId } from "@/ui/base/searchParams";
import { useAddress } from "@/ui/base/useAddress";

const NetworkOrderDrawer = overlay(() =>
  import("@/features/orders/NetworkOrderDrawer").then(
    ({ NetworkOrderDrawer }) => NetworkOrderDrawer,
  ),
);

const OrderDecision = overlay(() =>
  import("@/features/network/orders/OrderDecision").then(({ OrderDecision }) => OrderDecision),
);

export const Route = createFileRoute("/_app/network/orders")({
  staticData: { title: lists.orders },
  validateSearch: ordersSearch,
  loaderDeps: ({ search }) => ordersInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("orders", loading, [query("/network/orders", deps)], deps.filter),
  component: Orders,
});

function Orders() {
  const { search, onSearch } = useAddress(Route);
  return (
    <>
      <OrdersTab search={search} onSearch={onSearch} />
      <NetworkOrderDrawer
        shown={parseId(search.look)}
        actions={(info) => <OrderDecision info={info} />}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
    </>
  );
}
