import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { RatesTab } from "@/features/network/rates/RatesTab";
import { ratesInput, ratesSearch } from "@/features/network/rates/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/rates")({
  staticData: { title: lists.rates },
  validateSearch: ratesSearch,
  loaderDeps: ({ search }) => ratesInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("rates", loading, [query("/network/rates", deps), query("/network/missing_rates")]),
  component: () => <RatesTab {...useAddress(Route)} />,
});
