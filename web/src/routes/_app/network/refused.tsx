import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { RefusedTab } from "@/features/network/refused/RefusedTab";
import { refusedInput, refusedSearch } from "@/features/network/refused/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/refused")({
  staticData: { title: lists.refused },
  validateSearch: refusedSearch,
  loaderDeps: ({ search }) => refusedInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("refused", loading, [query("/network/refused_reports", deps)], deps.filter),
  component: () => <RefusedTab {...useAddress(Route)} />,
});
