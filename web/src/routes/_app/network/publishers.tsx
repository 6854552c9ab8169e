import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { AccountsTab } from "@/features/network/accounts/AccountsTab";
import { accountsInput, accountsSearch } from "@/features/network/accounts/searchParams";
import { loadTab } from "@/features/network/loadTab";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/publishers")({
  staticData: { title: lists.publishers },
  validateSearch: accountsSearch,
  loaderDeps: ({ search }) => accountsInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("publishers", loading, [query("/network/accounts", deps)]),
  component: () => <AccountsTab {...useAddress(Route)} />,
});
