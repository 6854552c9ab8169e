import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { loadTab } from "@/features/network/loadTab";
import { pagedSearch, pageOf } from "@/features/network/searchParams";
import { StaffTab } from "@/features/network/staff/StaffTab";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/staff")({
  staticData: { title: lists.staff },
  validateSearch: pagedSearch,
  loaderDeps: ({ search }) => ({ page: pageOf(search) }),
  loader: ({ deps, ...loading }) => loadTab("staff", loading, [query("/staff/list", deps)]),
  component: () => <StaffTab {...useAddress(Route)} />,
});
