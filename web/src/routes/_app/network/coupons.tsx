import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { CouponsTab } from "@/features/network/coupons/CouponsTab";
import { couponsInput, couponsSearch } from "@/features/network/coupons/searchParams";
import { loadTab } from "@/features/network/loadTab";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/coupons")({
  staticData: { title: lists.coupons },
  validateSearch: couponsSearch,
  loaderDeps: ({ search }) => couponsInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("coupons", loading, [query("/network/coupons", deps)], deps.filter),
  component: () => <CouponsTab {...useAddress(Route)} />,
});
