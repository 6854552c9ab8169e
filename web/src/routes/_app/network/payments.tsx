import { createFileRoute } from "@tanstack/react-router";

import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { PaymentsTab } from "@/features/network/money/PaymentsTab";
import { paymentsInput, paymentsSearch } from "@/features/network/money/searchParams";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/payments")({
  staticData: { title: lists.payments },
  validateSearch: paymentsSearch,
  loaderDeps: ({ search }) => paymentsInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("payments", loading, [query("/network/payments", deps)], deps.filter),
  component: () => <PaymentsTab {...useAddress(Route)} />,
});
