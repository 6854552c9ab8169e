import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { ImportsTab, preloadForm } from "@/features/network/imports/ImportsTab";
import { importsInput, importsSearch } from "@/features/network/imports/searchParams";
import { loadTab } from "@/features/network/loadTab";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/imports")({
  staticData: { title: lists.imports },
  validateSearch: importsSearch,
  loaderDeps: ({ search }) => ({ ask: importsInput(search), file: search.file }),
  loader: async ({ deps: { ask, file }, ...loading }) => {
    await Promise.all([
      loadTab("imports", loading, [query("/network/order_imports", ask)]),
      file && preloadForm(file),
    ]);
  },
  component: () => <ImportsTab {...useAddress(Route)} />,
});
