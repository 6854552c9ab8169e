import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { CasesTab } from "@/features/network/cases/CasesTab";
import { casesInput, casesSearch } from "@/features/network/cases/searchParams";
import { loadTab } from "@/features/network/loadTab";
import { lists } from "@/text/network/lists";
import { overlay } from "@/ui/base/overlay";
import { parseId } from "@/ui/base/searchParams";
import { useAddress } from "@/ui/base/useAddress";

const NetworkCaseDrawer = overlay(() =>
  import("@/features/orders/cases/NetworkCaseDrawer").then(
    ({ NetworkCaseDrawer }) => NetworkCaseDrawer,
  ),
);

export const Route = createFileRoute("/_app/network/cases")({
  staticData: { title: lists.cases },
  validateSearch: casesSearch,
  loaderDeps: ({ search }) => casesInput(search),
  loader: ({ deps, ...loading }) =>
    loadTab("cases", loading, [query("/network/cases", deps)], deps.filter),
  component: Cases,
});

function Cases() {
  const { search, onSearch } = useAddress(Route);
  return (
    <>
      <CasesTab search={search} onSearch={onSearch} />
      <NetworkCaseDrawer
        shown={parseId(search.look)}
        onClose={() => onSearch({ ...search, look: undefined })}
      />
    </>
  );
}
