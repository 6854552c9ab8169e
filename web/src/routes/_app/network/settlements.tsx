import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { SettlementsTab } from "@/features/network/money/SettlementsTab";
import { settlementsInput, settlementsSearch } from "@/features/network/money/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/settlements")({
  staticData: { title: lists.settlements },
  validateSearch: settlementsSearch,
  loaderDeps: ({ search }) => settlementsInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab(
      "settlements",
      loading,
      [query("/network/months"), query("/network/settlements", deps)],
      deps.filter,
    ),
  component: () => <SettlementsTab {...useAddress(Route)} />,
});
